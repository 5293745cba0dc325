package dev.colonnade.sql.statement;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.function.MaterializedCteService;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Execution of a statement.
 *
 * @param parameters as the client gave them
 * @param notices of the execution
 * @param resources memory and temporary files that all queries share
 * @param held the names of WITH whose rows are materialized; null if there are none
 */
public record Execution(
    StatementTransaction transaction,
    List<@Nullable Object> parameters,
    Cancellation cancellation,
    SessionSettings settings,
    Notices notices,
    ExecutionResources resources,
    @Nullable MaterializedCteService held) {
  /** A run of a statement that keeps no rows of WITH. */
  public Execution(
      StatementTransaction transaction,
      List<@Nullable Object> parameters,
      Cancellation cancellation,
      SessionSettings settings,
      ExecutionResources resources) {
    this(transaction, parameters, cancellation, settings, new Notices(), resources, null);
  }

  /** The same with other parameters. */
  Execution with(List<@Nullable Object> others) {
    return new Execution(transaction, others, cancellation, settings, notices, resources, held);
  }

  /** The same with names of WITH. */
  Execution holding(MaterializedCteService names) {
    return new Execution(
        transaction, parameters, cancellation, settings, notices, resources, names);
  }
}
