package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * A sequence as the catalogue knows it: its name and whom it belongs to. How it counts and where it
 * stands is kept beside the catalogue, by {@code sequenceId}.
 *
 * @param id of the object, as tables have it
 * @param sequenceId of what counts
 * @param owner the column that takes the sequence with it when it is dropped, or null
 */
public record SequenceEntry(int id, ObjectName objectName, long sequenceId, @Nullable Owner owner)
    implements Relation {
  /**
   * A column that a sequence belongs to.
   *
   * @param isIdentity whether the sequence is a part of the column, which no statement about
   *     sequences may take away from it
   */
  public record Owner(int tableId, int columnId, boolean isIdentity) {}

  public SequenceEntry {
    requireNonNull(objectName, "objectName is null");
    ObjectNames.require("sequence", objectName.name());
  }

  @Override
  public String kind() {
    return "sequence";
  }

  @Override
  public SequenceEntry renamed(ObjectName other) {
    return new SequenceEntry(id, other, sequenceId, owner);
  }

  /** Whether a column of this table takes it with it. */
  public boolean isOwnedBy(int tableId) {
    return owner != null && owner.tableId() == tableId;
  }

  /** Whether this column takes it with it. */
  public boolean isOwnedBy(int tableId, int columnId) {
    return owner != null && owner.tableId() == tableId && owner.columnId() == columnId;
  }

  /** Whether it is a part of a column. */
  public boolean isIdentity() {
    return owner != null && owner.isIdentity();
  }

  /** The same with another owner. */
  public SequenceEntry ownedBy(@Nullable Owner other) {
    return new SequenceEntry(id, objectName, sequenceId, other);
  }
}
