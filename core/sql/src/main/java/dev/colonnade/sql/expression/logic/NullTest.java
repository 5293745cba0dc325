package dev.colonnade.sql.expression.logic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;

/** IS NULL and IS NOT NULL of a value that is no row. */
public record NullTest(boolean isNot, Expression value) implements Expression {
  public NullTest {
    requireNonNull(value, "value is null");
  }

  @Override
  public VectorType type() {
    return VectorType.of(TypeKind.BOOLEAN);
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    boolean[] nulls = value.evaluate(batch, evaluation).nulls();
    int count = batch.rowCount();
    if (nulls != null && !isNot) {
      return new BooleanVector(nulls, null);
    }
    boolean[] result = new boolean[count];
    if (nulls == null) {
      Arrays.fill(result, isNot);
    } else {
      for (int row = 0; row < count; row++) {
        result[row] = !nulls[row];
      }
    }
    return new BooleanVector(result, null);
  }

  @Override
  public boolean isSafe() {
    return value.isSafe();
  }

  @Override
  public List<Expression> operands() {
    return List.of(value);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new NullTest(isNot, others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + value.sql(columns) + (isNot ? " IS NOT NULL)" : " IS NULL)");
  }
}
