package dev.colonnade.catalog.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.name.ObjectName;
import dev.colonnade.catalog.name.ObjectNameValidator;
import org.jspecify.annotations.Nullable;

/**
 * Catalog entry of a sequence: its name and its owner. The options and the current value are stored
 * by the package {@code dev.colonnade.sequence} under {@code sequenceId}.
 *
 * @param id object id, from the same number space as the ids of tables
 * @param sequenceId id of the options and the current value
 * @param owner column whose drop also drops the sequence (OWNED BY), or null
 */
public record SequenceEntry(int id, ObjectName objectName, long sequenceId, @Nullable Owner owner)
    implements Relation {
  /**
   * Column that owns a sequence.
   *
   * @param isIdentity whether the sequence belongs to an identity column; statements on sequences
   *     cannot change its owner then
   */
  public record Owner(int tableId, int columnId, boolean isIdentity) {}

  public SequenceEntry {
    requireNonNull(objectName, "objectName is null");
    ObjectNameValidator.require("sequence", objectName.name());
  }

  @Override
  public String kind() {
    return "sequence";
  }

  @Override
  public SequenceEntry renamed(ObjectName other) {
    return new SequenceEntry(id, other, sequenceId, owner);
  }

  /** Returns whether a column of this table owns the sequence. */
  public boolean isOwnedBy(int tableId) {
    return owner != null && owner.tableId() == tableId;
  }

  /** Returns whether this column owns the sequence. */
  public boolean isOwnedBy(int tableId, int columnId) {
    return owner != null && owner.tableId() == tableId && owner.columnId() == columnId;
  }

  /** Returns whether the sequence belongs to an identity column. */
  public boolean isIdentity() {
    return owner != null && owner.isIdentity();
  }

  /** Returns the sequence with another owner. */
  public SequenceEntry ownedBy(@Nullable Owner other) {
    return new SequenceEntry(id, objectName, sequenceId, other);
  }
}
