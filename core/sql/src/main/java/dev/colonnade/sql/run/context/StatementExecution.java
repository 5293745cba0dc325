package dev.colonnade.sql.run.context;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.spill.SpillSpace;

/**
 * Resources of one execution, which all parts of the statement share.
 *
 * @param state of the plan
 */
public record StatementExecution(
    StatementContext context, QueryMemory memory, SpillSpace spillSpace, PlanState state) {
  public StatementExecution {
    requireNonNull(context, "context is null");
    requireNonNull(memory, "memory is null");
    requireNonNull(spillSpace, "spillSpace is null");
    requireNonNull(state, "state is null");
  }
}
