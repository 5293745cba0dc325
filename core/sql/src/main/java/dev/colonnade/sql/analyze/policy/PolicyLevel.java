package dev.colonnade.sql.analyze.policy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Level of the expression of a policy, which is a value of one row. */
final class PolicyLevel implements QueryLevel {
  @Override
  public @Nullable QueryLevel outer() {
    return null;
  }

  @Override
  public boolean defines(Variable variable) {
    return true;
  }

  @Override
  public Variable addAggregate(AggregateUse use, ClauseKind clause) {
    throw refused(ErrorCode.GROUPING_ERROR, "aggregate functions");
  }

  @Override
  public Set<Variable> aggregates() {
    return Set.of();
  }

  @Override
  public Variable addGrouping(List<Expression> arguments, ClauseKind clause, int position) {
    throw refused(ErrorCode.GROUPING_ERROR, "grouping operations");
  }

  @Override
  public Variable addWindow(WindowUse use, Call.Over over, ClauseKind clause) {
    throw refused(ErrorCode.WINDOWING_ERROR, "window functions");
  }

  @Override
  public List<Variable> addSetFunction(Expression call, List<VectorType> types, ClauseKind clause) {
    throw refused(ErrorCode.UNSUPPORTED, "set-returning functions");
  }

  private static ColonnadeException refused(ErrorCode code, String what) {
    return new ColonnadeException(code, what + " are not allowed in policy expressions");
  }
}
