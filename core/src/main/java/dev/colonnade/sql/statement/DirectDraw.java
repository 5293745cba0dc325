package dev.colonnade.sql.statement;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.plan.QueryParameters;
import dev.colonnade.sql.plan.SequenceDraw;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The next value of a sequence. */
final class DirectDraw implements DirectPlan {
  private final List<String> name;
  private final List<SqlColumn> columns;

  DirectDraw(SequenceDraw draw, List<SqlColumn> columns) {
    this.name = NameScope.split(draw.sequence());
    this.columns = requireNonNull(columns, "columns is null");
  }

  @Override
  public @Nullable Outcome run(Execution execution, QueryParameters parameters, boolean mayWait) {
    StatementTransaction transaction = execution.transaction();
    long id = transaction.names().sequence(name).sequenceId();
    if (mayWait) {
      return outcome(transaction.sequences().next(id));
    }
    OptionalLong drawn = transaction.sequences().tryNext(id);
    return drawn.isPresent() ? outcome(drawn.getAsLong()) : null;
  }

  private Outcome outcome(long value) {
    return Outcome.rows(
        "SELECT", columns, List.<@Nullable Object[]>of(new @Nullable Object[] {value}));
  }
}
