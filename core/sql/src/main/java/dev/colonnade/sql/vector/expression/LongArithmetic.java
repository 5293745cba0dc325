package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Addition, subtraction and multiplication of whole numbers, and of NUMERICs that are whole numbers
 * of their units. Where a NUMERIC does not fit into a long, the batch is evaluated again with as
 * many digits as needed; where an integer does not fit its type, that is an error.
 */
record LongArithmetic(
    VectorType type, Operation operation, VectorExpression left, VectorExpression right)
    implements VectorExpression {

  /** Arithmetic operator. */
  enum Operation {
    ADD,
    SUBTRACT,
    MULTIPLY
  }

  /** An operation on NUMERICs; null if its result has too many digits for a long. */
  static @Nullable LongArithmetic ofDecimals(
      Operation operation, VectorExpression left, VectorExpression right) {
    int leftScale = left.type().scale();
    int rightScale = right.type().scale();
    int scale =
        operation == Operation.MULTIPLY ? leftScale + rightScale : Math.max(leftScale, rightScale);
    return scale > VectorType.LONG_SCALE_MAX
        ? null
        : new LongArithmetic(VectorType.decimal(scale), operation, left, right);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Constants constants) {
    Vector leftVector = left.evaluate(batch, constants);
    Vector rightVector = right.evaluate(batch, constants);
    int count = batch.rowCount();
    if (leftVector instanceof LongVector some && rightVector instanceof LongVector others) {
      long[] result = new long[count];
      if (isExact(some.values(), others.values(), result, count)) {
        return new LongVector(result, Nulls.either(leftVector, rightVector, count));
      }
    }
    return slowly(leftVector, rightVector, count);
  }

  /** Fills in the results. Returns whether all are right, whatever stands in rows that are NULL. */
  private boolean isExact(long[] some, long[] others, long[] result, int count) {
    long wrong =
        switch (operation) {
          case MULTIPLY -> multiply(some, others, result, count);
          case ADD -> add(some, others, 1, result, count);
          case SUBTRACT -> add(some, others, -1, result, count);
        };
    if (wrong != 0) {
      return false;
    }
    long outside = 0;
    if (type.kind() == TypeKind.INTEGER) {
      for (int row = 0; row < count; row++) {
        outside |= result[row] ^ (int) result[row];
      }
    } else if (type.kind() == TypeKind.SMALLINT) {
      for (int row = 0; row < count; row++) {
        outside |= result[row] ^ (short) result[row];
      }
    }
    return outside == 0;
  }

  private static long multiply(long[] some, long[] others, long[] result, int count) {
    long wrong = 0;
    for (int row = 0; row < count; row++) {
      long product = some[row] * others[row];
      wrong |= Math.multiplyHigh(some[row], others[row]) ^ (product >> 63);
      result[row] = product;
    }
    return wrong;
  }

  private long add(long[] some, long[] others, int sign, long[] result, int count) {
    long someFactor = power(type.scale() - left.type().scale());
    long otherFactor = sign * power(type.scale() - right.type().scale());
    long wrong = 0;
    for (int row = 0; row < count; row++) {
      long a = some[row] * someFactor;
      long b = others[row] * otherFactor;
      long sum = a + b;
      wrong |= Math.multiplyHigh(some[row], someFactor) ^ (a >> 63);
      wrong |= Math.multiplyHigh(others[row], otherFactor) ^ (b >> 63);
      wrong |= ((a ^ sum) & (b ^ sum)) >> 63;
      result[row] = sum;
    }
    return wrong;
  }

  private static long power(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 10;
    }
    return power;
  }

  private Vector slowly(Vector some, Vector others, int count) {
    @Nullable Object[] result = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      if (!some.isNull(row) && !others.isNull(row)) {
        Object a = Objects.requireNonNull(some.held(row, left.type()), "value is missing");
        Object b = Objects.requireNonNull(others.held(row, right.type()), "value is missing");
        result[row] = operate(a, b);
      }
    }
    return type.kind() == TypeKind.NUMERIC ? ObjectVector.of(result, count) : longs(result);
  }

  private Object operate(Object a, Object b) {
    return switch (type.kind()) {
      case NUMERIC -> operate((BigDecimal) a, (BigDecimal) b);
      case SMALLINT -> operate(((Number) a).shortValue(), ((Number) b).shortValue());
      case INTEGER -> operate(((Number) a).intValue(), ((Number) b).intValue());
      default -> operate(((Number) a).longValue(), ((Number) b).longValue());
    };
  }

  private BigDecimal operate(BigDecimal a, BigDecimal b) {
    return switch (operation) {
      case ADD -> CheckedArithmetic.addDecimal(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractDecimal(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyDecimal(a, b);
    };
  }

  private short operate(short a, short b) {
    return switch (operation) {
      case ADD -> CheckedArithmetic.addShort(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractShort(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyShort(a, b);
    };
  }

  private int operate(int a, int b) {
    return switch (operation) {
      case ADD -> CheckedArithmetic.addInt(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractInt(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyInt(a, b);
    };
  }

  private long operate(long a, long b) {
    return switch (operation) {
      case ADD -> CheckedArithmetic.addLong(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractLong(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyLong(a, b);
    };
  }

  private static LongVector longs(@Nullable Object[] held) {
    long[] values = new long[held.length];
    boolean[] nulls = new boolean[held.length];
    for (int row = 0; row < held.length; row++) {
      nulls[row] = held[row] == null;
      values[row] = held[row] instanceof Number number ? number.longValue() : 0;
    }
    return new LongVector(values, nulls);
  }
}
