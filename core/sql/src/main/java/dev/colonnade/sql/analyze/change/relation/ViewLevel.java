package dev.colonnade.sql.analyze.change.relation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.analyze.bind.ClauseKind;
import dev.colonnade.sql.analyze.bind.QueryLevel;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Level of the query of a view: calls that are more than a value of a row are obstacles. */
final class ViewLevel implements QueryLevel {
  private final Function<String, ColonnadeException> refusal;

  ViewLevel(Function<String, ColonnadeException> refusal) {
    this.refusal = requireNonNull(refusal, "refusal is null");
  }

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
    throw refusal.apply("Views that return aggregate functions are not automatically updatable.");
  }

  @Override
  public Set<Variable> aggregates() {
    return Set.of();
  }

  @Override
  public Variable addGrouping(List<Expression> arguments, ClauseKind clause, int position) {
    throw refusal.apply("Views containing GROUP BY are not automatically updatable.");
  }

  @Override
  public Variable addWindow(WindowUse use, Call.Over over, ClauseKind clause) {
    throw refusal.apply("Views that return window functions are not automatically updatable.");
  }

  @Override
  public List<Variable> addSetFunction(Expression call, List<VectorType> types, ClauseKind clause) {
    throw refusal.apply(
        "Views that return set-returning functions are not automatically updatable.");
  }
}
