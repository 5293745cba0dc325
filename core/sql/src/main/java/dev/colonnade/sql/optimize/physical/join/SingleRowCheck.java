package dev.colonnade.sql.optimize.physical.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.scalar.ScalarSubqueryFunctions;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Value of the only row of a group; an error if the group has several rows.
 *
 * @param count number of rows of the group; NULL without one
 */
record SingleRowCheck(Expression value, Expression count) implements Expression {
  SingleRowCheck {
    requireNonNull(value, "value is null");
    requireNonNull(count, "count is null");
  }

  @Override
  public VectorType type() {
    return value.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector counts = count.evaluate(batch, evaluation);
    for (int row = 0; row < batch.rowCount(); row++) {
      if (!counts.isNull(row)
          && counts.held(row, count.type()) instanceof Number number
          && number.longValue() > 1) {
        throw ScalarSubqueryFunctions.moreThanOneRow();
      }
    }
    return value.evaluate(batch, evaluation);
  }

  @Override
  public List<Expression> operands() {
    return List.of(value, count);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new SingleRowCheck(others.getFirst(), others.getLast());
  }

  @Override
  public String sql(List<String> columns) {
    return value.sql(columns);
  }
}
