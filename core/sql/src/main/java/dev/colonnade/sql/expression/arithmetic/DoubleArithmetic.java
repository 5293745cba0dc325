package dev.colonnade.sql.expression.arithmetic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Arithmetic of DOUBLE PRECISION, whose overflow is an error. */
public record DoubleArithmetic(ArithmeticOperator operator, Expression left, Expression right)
    implements Expression {
  public DoubleArithmetic {
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
    if (operator == ArithmeticOperator.MODULO) {
      throw new IllegalArgumentException("not supported: " + operator);
    }
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.DOUBLE);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    DoubleVector some = (DoubleVector) left.evaluate(batch, evaluation);
    DoubleVector others = (DoubleVector) right.evaluate(batch, evaluation);
    int count = batch.rowCount();
    boolean[] nulls = Nulls.either(some, others, count);
    double[] result = new double[count];
    for (int row = 0; row < count; row++) {
      if (nulls == null || !nulls[row]) {
        result[row] = operate(some.values()[row], others.values()[row]);
      }
    }
    return new DoubleVector(result, nulls);
  }

  private double operate(double a, double b) {
    return switch (operator) {
      case ADD -> CheckedArithmetic.addDouble(a, b);
      case SUBTRACT -> CheckedArithmetic.subtractDouble(a, b);
      case MULTIPLY -> CheckedArithmetic.multiplyDouble(a, b);
      case DIVIDE -> CheckedArithmetic.divideDouble(a, b);
      case MODULO -> throw new IllegalStateException("not supported: " + operator);
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
    return new DoubleArithmetic(operator, others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + left.sql(columns) + " " + operator.symbol() + " " + right.sql(columns) + ")";
  }
}
