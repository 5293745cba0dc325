package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Quotient or remainder of integers; a divisor of zero is an error. */
public record LongDivision(
    VectorType type, ArithmeticOperator operator, Expression left, Expression right)
    implements Expression {
  public LongDivision {
    requireNonNull(type, "type is null");
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
    if (operator != ArithmeticOperator.DIVIDE && operator != ArithmeticOperator.MODULO) {
      throw new IllegalArgumentException("not a division: " + operator);
    }
    if (!type.kind().isInteger()) {
      throw new IllegalArgumentException("not a type of integers: " + type);
    }
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    LongVector dividends = (LongVector) left.evaluate(batch, evaluation);
    LongVector divisors = (LongVector) right.evaluate(batch, evaluation);
    int count = batch.rowCount();
    boolean[] nulls = Nulls.either(dividends, divisors, count);
    long[] result = new long[count];
    for (int row = 0; row < count; row++) {
      if (nulls == null || !nulls[row]) {
        result[row] = operate(dividends.values()[row], divisors.values()[row]);
      }
    }
    return new LongVector(result, nulls);
  }

  private long operate(long dividend, long divisor) {
    if (operator == ArithmeticOperator.MODULO) {
      return CheckedArithmetic.modLong(dividend, divisor);
    }
    return switch (type.kind()) {
      case SMALLINT -> CheckedArithmetic.divideShort((short) dividend, (short) divisor);
      case INTEGER -> CheckedArithmetic.divideInt((int) dividend, (int) divisor);
      default -> CheckedArithmetic.divideLong(dividend, divisor);
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
    return new LongDivision(type, operator, others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + left.sql(columns) + " " + operator.symbol() + " " + right.sql(columns) + ")";
  }
}
