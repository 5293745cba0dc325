package dev.colonnade.sql.statement;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.plan.lower.NextValuePlan;
import dev.colonnade.sql.plan.lower.QueryParameters;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The next value of a sequence. */
final class FastPathNextValue implements FastPathPlan {
  private final List<String> name;

  FastPathNextValue(NextValuePlan draw) {
    this.name = NameScope.split(draw.sequence());
  }

  @Override
  public @Nullable List<@Nullable Object[]> rows(
      Execution execution, QueryParameters parameters, boolean mayWait) {
    StatementTransaction transaction = execution.transaction();
    long id = transaction.names().sequence(name).sequenceId();
    if (mayWait) {
      return row(transaction.sequences().next(id));
    }
    OptionalLong drawn = transaction.sequences().tryNext(id);
    return drawn.isPresent() ? row(drawn.getAsLong()) : null;
  }

  private static List<@Nullable Object[]> row(long value) {
    return List.<@Nullable Object[]>of(new @Nullable Object[] {value});
  }
}
