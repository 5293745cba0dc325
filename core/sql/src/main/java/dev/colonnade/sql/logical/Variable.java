package dev.colonnade.sql.logical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Column of a logical plan. Its identity is its number, which one node of a statement's plan
 * defines. The physical planner replaces it by a reference to a column of a batch.
 *
 * @param id number that is unique within the statement
 * @param name for EXPLAIN and for error messages
 */
public record Variable(VectorType type, int id, String name) implements Expression {
  public Variable {
    requireNonNull(type, "type is null");
    requireNonNull(name, "name is null");
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    throw new IllegalStateException("variable without a batch: " + this);
  }

  @Override
  public boolean isSafe() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of();
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return this;
  }

  @Override
  public String sql(List<String> columns) {
    return name;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Variable variable && variable.id == id;
  }

  @Override
  public int hashCode() {
    return Integer.hashCode(id);
  }

  @Override
  public String toString() {
    return name + "#" + id;
  }
}
