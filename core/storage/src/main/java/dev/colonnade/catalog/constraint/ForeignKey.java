package dev.colonnade.catalog.constraint;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;

/**
 * FOREIGN KEY constraint: if none of the referencing columns is NULL, a row with the same values
 * must exist in the referenced table.
 *
 * @param columnIds ids of the referencing columns
 * @param target referenced columns, in the same order
 * @param timing check time of the existence of the referenced row
 * @param isValidated whether the referenced row of every row exists; false for a key that is NOT
 *     VALID, which rows from before it may violate
 */
public record ForeignKey(
    String name,
    List<Integer> columnIds,
    Target target,
    Actions actions,
    ConstraintTiming timing,
    boolean isValidated) {
  public ForeignKey {
    requireNonNull(name, "name is null");
    requireNonNull(target, "target is null");
    requireNonNull(actions, "actions is null");
    requireNonNull(timing, "timing is null");
    columnIds = List.copyOf(columnIds);
    if (columnIds.isEmpty() || columnIds.size() != target.columnIds().size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "foreign key and its target differ in their number of columns: columns="
              + columnIds.size()
              + " targetColumns="
              + target.columnIds().size());
    }
  }

  public ForeignKey withTarget(int before, int after) {
    return target.tableId() == before
        ? withColumns(columnIds, new Target(after, target.columnIds()))
        : this;
  }

  /** Returns the foreign key with another name. */
  public ForeignKey withName(String other) {
    return new ForeignKey(other, columnIds, target, actions, timing, isValidated);
  }

  /** Returns the foreign key with another timing. */
  public ForeignKey withTiming(ConstraintTiming other) {
    return new ForeignKey(name, columnIds, target, actions, other, isValidated);
  }

  /** Returns the foreign key with other columns. */
  public ForeignKey withColumns(List<Integer> referencing, Target referenced) {
    return new ForeignKey(name, referencing, referenced, actions, timing, isValidated);
  }

  /** Returns the foreign key as one that no row violates. */
  public ForeignKey validated() {
    return new ForeignKey(name, columnIds, target, actions, timing, true);
  }

  /** Referenced columns: those of a primary key or a unique index. */
  public record Target(int tableId, List<Integer> columnIds) {
    public Target {
      columnIds = List.copyOf(columnIds);
    }
  }

  /** Actions on the delete and on the update of a referenced row. */
  public record Actions(ReferentialAction onDelete, ReferentialAction onUpdate) {
    public Actions {
      requireNonNull(onDelete, "onDelete is null");
      requireNonNull(onUpdate, "onUpdate is null");
    }
  }
}
