package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Addition, subtraction and multiplication of whole numbers, and of NUMERICs that are whole numbers
 * of their units. Where a NUMERIC does not fit into a long, the batch is evaluated again with as
 * many digits as needed; where an integer does not fit its type, that is an error.
 */
public record LongArithmetic(
    VectorType type, ArithmeticOperator operator, Expression left, Expression right)
    implements Expression {
  public LongArithmetic {
    requireNonNull(type, "type is null");
    requireNonNull(operator, "operator is null");
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
    if (operator == ArithmeticOperator.DIVIDE || operator == ArithmeticOperator.MODULO) {
      throw new IllegalArgumentException("not supported: " + operator);
    }
  }

  /** Returns an operation on NUMERICs; null if its result has too many digits for a long. */
  public static @Nullable LongArithmetic ofDecimals(
      ArithmeticOperator operator, Expression left, Expression right) {
    int leftScale = left.type().scale();
    int rightScale = right.type().scale();
    int scale =
        operator == ArithmeticOperator.MULTIPLY
            ? leftScale + rightScale
            : Math.max(leftScale, rightScale);
    return scale > VectorType.LONG_SCALE_MAX
        ? null
        : new LongArithmetic(VectorType.decimal(scale), operator, left, right);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector leftVector = left.evaluate(batch, evaluation);
    Vector rightVector = right.evaluate(batch, evaluation);
    int count = batch.rowCount();
    if (leftVector instanceof LongVector some && rightVector instanceof LongVector others) {
      long[] result = new long[count];
      if (isExact(some.values(), others.values(), result, count)) {
        return new LongVector(result, Nulls.either(leftVector, rightVector, count));
      }
    }
    return oneByOne(leftVector, rightVector, count);
  }

  /** Fills in the results. Returns whether all are exact, those of NULL rows included. */
  private boolean isExact(long[] some, long[] others, long[] result, int count) {
    long wrong =
        switch (operator) {
          case MULTIPLY -> multiply(some, others, result, count);
          case ADD -> add(some, others, 1, result, count);
          case SUBTRACT -> add(some, others, -1, result, count);
          case DIVIDE, MODULO -> throw new IllegalStateException("not supported: " + operator);
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

  private Vector oneByOne(Vector some, Vector others, int count) {
    @Nullable Object[] result = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      if (!some.isNull(row) && !others.isNull(row)) {
        Object a = requireNonNull(some.held(row, left.type()), "value is missing");
        Object b = requireNonNull(others.held(row, right.type()), "value is missing");
        result[row] = operate(a, b);
      }
    }
    return type.kind() == TypeKind.NUMERIC
        ? ObjectVector.of(result, count)
        : VectorBuilder.vectorOf(result, type);
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
    return switch (operator) {
      case ADD -> CheckedArithmetic.addDecimal(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractDecimal(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyDecimal(a, b);
      case DIVIDE, MODULO -> throw new IllegalStateException("not supported: " + operator);
    };
  }

  private short operate(short a, short b) {
    return switch (operator) {
      case ADD -> CheckedArithmetic.addShort(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractShort(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyShort(a, b);
      case DIVIDE, MODULO -> throw new IllegalStateException("not supported: " + operator);
    };
  }

  private int operate(int a, int b) {
    return switch (operator) {
      case ADD -> CheckedArithmetic.addInt(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractInt(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyInt(a, b);
      case DIVIDE, MODULO -> throw new IllegalStateException("not supported: " + operator);
    };
  }

  private long operate(long a, long b) {
    return switch (operator) {
      case ADD -> CheckedArithmetic.addLong(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractLong(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyLong(a, b);
      case DIVIDE, MODULO -> throw new IllegalStateException("not supported: " + operator);
    };
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of(left, right);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new LongArithmetic(type, operator, others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + left.sql(columns) + " " + operator.symbol() + " " + right.sql(columns) + ")";
  }
}
