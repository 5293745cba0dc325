package dev.colonnade.sql.analyze.change.row;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.vector.VectorType;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Level of a statement that changes rows: no clause of it accepts aggregates. */
public final class ChangeLevel implements QueryLevel {
  private final @Nullable QueryLevel outer;
  private final Set<Variable> variables = new HashSet<>();

  /**
   * Creates the level.
   *
   * @param outer level of the query around it; null for none
   */
  public ChangeLevel(@Nullable QueryLevel outer) {
    this.outer = outer;
  }

  /** Adds variables that the relations of the statement define. */
  public void define(List<Variable> others) {
    variables.addAll(others);
  }

  @Override
  public @Nullable QueryLevel outer() {
    return outer;
  }

  @Override
  public boolean defines(Variable variable) {
    return variables.contains(variable);
  }

  @Override
  public Variable addAggregate(AggregateUse use, ClauseKind clause) {
    throw ChangeErrors.at(
        use.position(),
        ErrorCode.GROUPING_ERROR,
        "aggregate functions are not allowed in " + clause.text());
  }

  @Override
  public Set<Variable> aggregates() {
    return Set.of();
  }

  @Override
  public Variable addGrouping(List<Expression> arguments, int position) {
    throw ChangeErrors.at(
        position,
        ErrorCode.GROUPING_ERROR,
        "arguments to GROUPING must be grouping expressions of the associated query level");
  }

  @Override
  public Variable addWindow(WindowUse use, Call.Over over, ClauseKind clause) {
    throw ChangeErrors.at(
        use.position(),
        ErrorCode.WINDOWING_ERROR,
        "window functions are not allowed in " + clause.text());
  }

  @Override
  public List<Variable> addSetFunction(Expression call, List<VectorType> types, ClauseKind clause) {
    throw ChangeErrors.unsupported(
        -1, "set-returning functions are not allowed in " + clause.text());
  }
}
