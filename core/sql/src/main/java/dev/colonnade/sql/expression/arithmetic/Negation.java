package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Unary minus of an integer, a NUMERIC or a DOUBLE PRECISION. */
public record Negation(Expression value) implements Expression {
  public Negation {
    requireNonNull(value, "value is null");
    TypeKind kind = value.type().kind();
    if (!kind.isInteger() && kind != TypeKind.NUMERIC && kind != TypeKind.DOUBLE) {
      throw new IllegalArgumentException("not a number: type=" + value.type());
    }
  }

  @Override
  public VectorType type() {
    return value.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector from = value.evaluate(batch, evaluation);
    int count = batch.rowCount();
    if (from instanceof DoubleVector doubles) {
      double[] result = new double[count];
      for (int row = 0; row < count; row++) {
        result[row] = -doubles.values()[row];
      }
      return new DoubleVector(result, from.nulls());
    }
    if (from instanceof LongVector longs && isNegatable(longs, count)) {
      long[] result = new long[count];
      for (int row = 0; row < count; row++) {
        result[row] = from.isNull(row) ? 0 : negated(longs.values()[row]);
      }
      return new LongVector(result, from.nulls());
    }
    @Nullable Object[] result = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      result[row] =
          from.held(row, value.type()) instanceof BigDecimal number
              ? CheckedArithmetic.negateDecimal(number)
              : null;
    }
    return ObjectVector.of(result, count);
  }

  /** Returns whether the numbers of a NUMERIC fit into longs; those of integers are checked. */
  private boolean isNegatable(LongVector longs, int count) {
    if (type().kind() != TypeKind.NUMERIC) {
      return true;
    }
    for (int row = 0; row < count; row++) {
      if (longs.values()[row] == Long.MIN_VALUE) {
        return false;
      }
    }
    return true;
  }

  private long negated(long number) {
    return switch (type().kind()) {
      case SMALLINT -> CheckedArithmetic.negateShort((short) number);
      case INTEGER -> CheckedArithmetic.negateInt((int) number);
      default -> CheckedArithmetic.negateLong(number);
    };
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of(value);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new Negation(others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return "(- " + value.sql(columns) + ")";
  }
}
