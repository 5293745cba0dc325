package dev.colonnade.sql.run.context;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.execute.modify.row.SequenceAllocator;
import dev.colonnade.sql.function.SequenceService;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.StatementServices;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

  /** Returns the context of an execution with other parameters. */
  public StatementContext with(List<@Nullable Object> values) {
    return new StatementContext(
        transaction, parameters.with(values), cancellation, services, resources, limits);
  }

  /** Returns the allocator of the sequences of the catalog. */
  public SequenceAllocator sequences() {
    return (sequenceId, count) -> {
      StatementService found = services.find(SequenceService.class.getName());
      if (!(found instanceof SequenceService sequences)) {
        throw new IllegalStateException("statement has no sequences: id=" + sequenceId);
      }
      return sequences.allocate(sequenceId, count);
    };
  }

  /**
   * Limits of one query.
   *
   * @param workBytes memory that it may keep rows in before it uses temporary files
   * @param temporaryBytes size of its temporary files; negative for no limit
   * @param workers the maximum number of workers beside the statement's thread
   * @param parallelBytesMin estimated size of a scan from which on it has workers
   */
  public record Limits(long workBytes, long temporaryBytes, int workers, long parallelBytesMin) {}
}
