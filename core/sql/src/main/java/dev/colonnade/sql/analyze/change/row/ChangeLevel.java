package dev.colonnade.sql.analyze.change.row;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.analyze.scope.Scope;
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

  /** Clause whose subquery is being analyzed; null outside of subqueries. */
  private @Nullable ClauseKind ofSubquery;

  /** Scope of FROM or USING while it is being analyzed; null otherwise. */
  private @Nullable Scope from;

  /**
   * Creates the level.
   *
   * @param outer level of the query around it; null for none
   */
  public ChangeLevel(@Nullable QueryLevel outer) {
    this.outer = outer;
  }

  /** Sets the clause whose subquery is being analyzed, and returns the one before. */
  @Nullable ClauseKind enterSubquery(@Nullable ClauseKind clause) {
    ClauseKind before = ofSubquery;
    ofSubquery = clause;
    return before;
  }

  /** Sets the scope of FROM or USING, which is being analyzed; null after it. */
  public void setFrom(@Nullable Scope other) {
    from = other;
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
    return variables.contains(variable) || (from != null && from.defines(variable));
  }

  @Override
  public Variable addAggregate(AggregateUse use, ClauseKind clause) {
    boolean isInSubqueryOfFrom =
        from != null && clause != ClauseKind.JOIN_ON && clause != ClauseKind.FROM_FUNCTION;
    ClauseKind effective = ofSubquery == null ? clause : ofSubquery;
    throw ChangeErrors.at(
        use.position(),
        ErrorCode.GROUPING_ERROR,
        "aggregate functions are not allowed in "
            + (isInSubqueryOfFrom ? "FROM clause of their own query level" : effective.text()));
  }

  @Override
  public Set<Variable> aggregates() {
    return Set.of();
  }

  @Override
  public Variable addGrouping(List<Expression> arguments, ClauseKind clause, int position) {
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
