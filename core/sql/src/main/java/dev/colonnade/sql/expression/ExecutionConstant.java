package dev.colonnade.sql.expression;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expression without columns, evaluated at most once in an execution: when a row first needs it.
 *
 * @param expression neither volatile nor over columns, also not of an outer row
 * @param failure error of the evaluation when it was analyzed; null if it was not evaluated
 */
public record ExecutionConstant(Expression expression, @Nullable ColonnadeException failure)
    implements Expression {
  public ExecutionConstant {
    requireNonNull(expression, "expression is null");
  }

  /** Creates a constant that was not evaluated yet. */
  public ExecutionConstant(Expression expression) {
    this(expression, null);
  }

  @Override
  public VectorType type() {
    return expression.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    if (!evaluation.keepsConstants()) {
      return expression.evaluate(batch, evaluation);
    }
    return batch.rowCount() == 0
        ? evaluation.repeated(this, type(), null, 0)
        : evaluation.repeated(this, type(), evaluation.constant(expression), batch.rowCount());
  }

  @Override
  public boolean isConstant() {
    return true;
  }

  @Override
  public boolean isQuick() {
    return true;
  }

  @Override
  public List<Expression> operands() {
    return List.of(expression);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    Expression other = others.getFirst();
    return isWithoutColumns(other) ? new ExecutionConstant(other, failure) : other;
  }

  /**
   * Returns whether no key of groups has replaced a part of the expression. Of the leaves, columns
   * are safe and no constants.
   */
  private static boolean isWithoutColumns(Expression part) {
    return part.operands().isEmpty()
        ? part.isConstant() || !part.isSafe()
        : part.operands().stream().allMatch(ExecutionConstant::isWithoutColumns);
  }

  @Override
  public String sql(List<String> columns) {
    return expression.sql(columns);
  }

  /** Equal expressions are equal constants, although each evaluation has an error of its own. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ExecutionConstant that && expression.equals(that.expression);
  }

  @Override
  public int hashCode() {
    return expression.hashCode();
  }
}
