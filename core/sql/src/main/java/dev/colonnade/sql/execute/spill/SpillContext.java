package dev.colonnade.sql.execute.spill;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.execute.memory.OperatorMemory;

/**
 * Resources of an operator that may spill.
 *
 * @param memory account of the operator
 * @param space temporary files of the query
 */
public record SpillContext(OperatorMemory memory, SpillSpace space, Cancellation cancellation) {
  public SpillContext {
    requireNonNull(memory, "memory is null");
    requireNonNull(space, "space is null");
    requireNonNull(cancellation, "cancellation is null");
  }
}
