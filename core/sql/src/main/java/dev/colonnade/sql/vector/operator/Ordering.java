package dev.colonnade.sql.vector.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.value.SqlValueComparator;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;

/**
 * Sort key: a column with its direction.
 *
 * @param descending whether the greatest come first
 * @param nullsFirst whether NULLs come before all other values, whatever the direction
 */
public record Ordering(int column, boolean descending, boolean nullsFirst) {

  /** Compares two rows that are not NULL in the column. */
  static int compare(Vector left, int leftRow, Vector right, int rightRow, VectorType type) {
    if (left instanceof LongVector a && right instanceof LongVector b) {
      return Long.compare(a.values()[leftRow], b.values()[rightRow]);
    }
    if (left instanceof TextVector a && right instanceof TextVector b) {
      return TextVector.compare(a, leftRow, b, rightRow);
    }
    if (left instanceof DoubleVector a && right instanceof DoubleVector b) {
      double some = a.values()[leftRow];
      double other = b.values()[rightRow];
      return some == other ? 0 : Double.compare(some, other);
    }
    if (left instanceof BooleanVector a && right instanceof BooleanVector b) {
      return Boolean.compare(a.values()[leftRow], b.values()[rightRow]);
    }
    return compareHeld(
        requireNonNull(left.held(leftRow, type), "value is missing"),
        requireNonNull(right.held(rightRow, type), "value is missing"));
  }

  static int compareHeld(Object some, Object other) {
    return SqlValueComparator.compare(some, other);
  }
}
