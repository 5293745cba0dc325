package dev.colonnade.sql.expression.comparison;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;

/** PostgreSQL's order of values of two comparable representations. */
final class ValueOrdering {
  private ValueOrdering() {}

  /**
   * Returns whether values of two types can be compared: both are numbers of one scale or of
   * arbitrary precision, floating-point numbers, texts, or of one kind.
   */
  static boolean areComparable(VectorType left, VectorType right) {
    if (left.form() == right.form() && left.scale() == right.scale()) {
      return true;
    }
    boolean isExact =
        (left.kind().isInteger() || left.kind() == TypeKind.NUMERIC)
            && (right.kind().isInteger() || right.kind() == TypeKind.NUMERIC);
    return isExact && (left.form() != VectorType.Form.LONG || right.form() != VectorType.Form.LONG);
  }

  /** Compares two values that are not NULL. */
  static int compare(
      Vector left, int leftRow, VectorType leftType, Vector right, int row, VectorType rightType) {
    if (left instanceof LongVector some && right instanceof LongVector other) {
      return Long.compare(some.values()[leftRow], other.values()[row]);
    }
    if (left instanceof TextVector some
        && right instanceof TextVector other
        && leftType.kind() != TypeKind.CHAR
        && rightType.kind() != TypeKind.CHAR) {
      return TextVector.compare(some, leftRow, other, row);
    }
    if (left instanceof DoubleVector some && right instanceof DoubleVector other) {
      return compare(some.values()[leftRow], other.values()[row]);
    }
    if (left instanceof BooleanVector some && right instanceof BooleanVector other) {
      return Boolean.compare(some.values()[leftRow], other.values()[row]);
    }
    return RowComparator.compareValues(
        nesting(leftType, rightType),
        requireNonNull(left.held(leftRow, leftType), "left value is null"),
        requireNonNull(right.held(row, rightType), "right value is null"));
  }

  /** Returns the nesting by which values of two types compare; that of either type decides. */
  static Nesting nesting(VectorType left, VectorType right) {
    return right.kind() == TypeKind.CHAR || left.ofValues().isPlain()
        ? right.ofValues()
        : left.ofValues();
  }

  /** Compares numbers: NaN is equal to itself and above all others, and zero has no sign. */
  static int compare(double left, double right) {
    return left == right ? 0 : Double.compare(left, right);
  }
}
