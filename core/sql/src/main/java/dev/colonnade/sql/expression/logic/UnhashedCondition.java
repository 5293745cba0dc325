package dev.colonnade.sql.expression.logic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Condition of a FULL JOIN none of whose conditions is an equality of both sides: it is refused, as
 * in PostgreSQL, unless filters make the join an inner or a left one.
 */
public record UnhashedCondition(Expression condition) implements Expression {
  public UnhashedCondition {
    requireNonNull(condition, "condition is null");
  }

  @Override
  public VectorType type() {
    return condition.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    return condition.evaluate(batch, evaluation);
  }

  @Override
  public boolean isSafe() {
    return condition.isSafe();
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of(condition);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new UnhashedCondition(others.getFirst());
  }

  @Override
  public String sql(List<String> columns) {
    return condition.sql(columns);
  }
}
