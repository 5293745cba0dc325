package dev.colonnade.sql.vector.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;

/** Comparison of two values of the same representation. */
record ComparisonExpression(Relation relation, VectorExpression left, VectorExpression right)
    implements VectorExpression {

  /** Comparison operator. */
  enum Relation {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL;

    boolean holds(int comparison) {
      return switch (this) {
        case EQUAL -> comparison == 0;
        case NOT_EQUAL -> comparison != 0;
        case LESS -> comparison < 0;
        case LESS_OR_EQUAL -> comparison <= 0;
        case GREATER -> comparison > 0;
        case GREATER_OR_EQUAL -> comparison >= 0;
      };
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    Vector some = left.evaluate(batch, constants);
    Vector others = right.evaluate(batch, constants);
    int count = batch.rowCount();
    boolean[] result = new boolean[count];
    if (some instanceof LongVector a && others instanceof LongVector b) {
      compare(a.values(), b.values(), result, count);
    } else if (some instanceof DoubleVector a && others instanceof DoubleVector b) {
      for (int row = 0; row < count; row++) {
        result[row] = relation.holds(compare(a.values()[row], b.values()[row]));
      }
    } else if (some instanceof TextVector a && others instanceof TextVector b) {
      compare(a, b, result, count);
    } else {
      compareHeld(some, others, result, count);
    }
    return new BooleanVector(result, Nulls.either(some, others, count));
  }

  private void compare(long[] a, long[] b, boolean[] result, int count) {
    switch (relation) {
      case EQUAL -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] == b[row];
        }
      }
      case NOT_EQUAL -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] != b[row];
        }
      }
      case LESS -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] < b[row];
        }
      }
      case LESS_OR_EQUAL -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] <= b[row];
        }
      }
      case GREATER -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] > b[row];
        }
      }
      case GREATER_OR_EQUAL -> {
        for (int row = 0; row < count; row++) {
          result[row] = a[row] >= b[row];
        }
      }
    }
  }

  private void compare(TextVector a, TextVector b, boolean[] result, int count) {
    boolean isEquality = relation == Relation.EQUAL || relation == Relation.NOT_EQUAL;
    for (int row = 0; row < count; row++) {
      int comparison =
          isEquality && a.length(row) != b.length(row) ? 1 : TextVector.compare(a, row, b, row);
      result[row] = relation.holds(comparison);
    }
  }

  /** NaN is equal to itself and above all others; zero has no sign. */
  private static int compare(double a, double b) {
    return a == b ? 0 : Double.compare(a, b);
  }

  private void compareHeld(Vector some, Vector others, boolean[] result, int count) {
    for (int row = 0; row < count; row++) {
      if (!some.isNull(row) && !others.isNull(row)) {
        Object a = requireNonNull(some.held(row, left.type()), "value is missing");
        Object b = requireNonNull(others.held(row, right.type()), "value is missing");
        result[row] = relation.holds(compareHeld(a, b));
      }
    }
  }

  @SuppressWarnings("unchecked") // both are of one kind, whose values can be compared
  private static int compareHeld(Object a, Object b) {
    if (a instanceof BigDecimal number && b instanceof BigDecimal other) {
      return number.compareTo(other);
    }
    return ((Comparable<Object>) a).compareTo(b);
  }
}
