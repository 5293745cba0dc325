package dev.colonnade.catalog.rule;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;

/**
 * Columns whose values, where none is NULL, are those of a row in another table.
 *
 * @param columnIds the columns of this table
 * @param target the columns of the other one, in the same order
 * @param timing when it is checked that there is such a row
 */
public record ForeignKey(
    String name, List<Integer> columnIds, Target target, Actions actions, ConstraintTiming timing) {
  public ForeignKey {
    requireNonNull(name, "name is null");
    requireNonNull(target, "target is null");
    requireNonNull(actions, "actions is null");
    requireNonNull(timing, "timing is null");
    columnIds = List.copyOf(columnIds);
    if (columnIds.isEmpty() || columnIds.size() != target.columnIds().size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "foreign key has other columns than its target: columns="
              + columnIds.size()
              + " targetColumns="
              + target.columnIds().size());
    }
  }

  ForeignKey withTarget(int before, int after) {
    return target.tableId() == before
        ? new ForeignKey(name, columnIds, new Target(after, target.columnIds()), actions, timing)
        : this;
  }

  /** The same under another name. */
  public ForeignKey withName(String other) {
    return new ForeignKey(other, columnIds, target, actions, timing);
  }

  /** The same, checked at another time. */
  public ForeignKey withTiming(ConstraintTiming other) {
    return new ForeignKey(name, columnIds, target, actions, other);
  }

  /** Where the rows are that are referred to: columns of a primary key or a unique index. */
  public record Target(int tableId, List<Integer> columnIds) {
    public Target {
      columnIds = List.copyOf(columnIds);
    }
  }

  /** What happens when a row that is referred to goes, or changes. */
  public record Actions(ReferentialAction onDelete, ReferentialAction onUpdate) {
    public Actions {
      requireNonNull(onDelete, "onDelete is null");
      requireNonNull(onUpdate, "onUpdate is null");
    }
  }
}
