package dev.colonnade.sql.run;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.function.StatementServices;

/**
 * Context of one execution of a statement.
 *
 * @param resources memory and temporary files that all queries share
 * @param limits of the query
 */
public record StatementContext(
    StatementTransaction transaction,
    StatementParameters parameters,
    Cancellation cancellation,
    StatementServices services,
    ExecutionResources resources,
    Limits limits) {
  public StatementContext {
    requireNonNull(transaction, "transaction is null");
    requireNonNull(parameters, "parameters is null");
    requireNonNull(cancellation, "cancellation is null");
    requireNonNull(services, "services is null");
    requireNonNull(resources, "resources is null");
    requireNonNull(limits, "limits is null");
  }

  /** Returns the context with other parameters. */
  StatementContext with(StatementParameters others) {
    return new StatementContext(transaction, others, cancellation, services, resources, limits);
  }

  /**
   * Limits of one query.
   *
   * @param workBytes memory that it may keep rows in before it uses temporary files
   * @param temporaryBytes size of its temporary files; negative for no limit
   */
  public record Limits(long workBytes, long temporaryBytes) {}
}
