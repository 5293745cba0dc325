package dev.colonnade.sql.run.context;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.memory.QueryMemory;
import dev.colonnade.sql.execute.scan.point.PointReadLayouts;
import dev.colonnade.sql.execute.spill.SpillSpace;
import org.jspecify.annotations.Nullable;

/**
 * Resources of one execution, which all parts of the statement share.
 *
 * @param statistics of the operators; null if they are not measured
 * @param layouts of the point reads, which all executions share
 */
public record StatementExecution(
    StatementContext context,
    QueryMemory memory,
    SpillSpace spillSpace,
    @Nullable PlanStatistics statistics,
    PointReadLayouts layouts) {
  public StatementExecution(
      StatementContext context,
      QueryMemory memory,
      SpillSpace spillSpace,
      @Nullable PlanStatistics statistics,
      PointReadLayouts layouts) {
    this.context = requireNonNull(context, "context is null");
    this.memory = requireNonNull(memory, "memory is null");
    this.spillSpace = requireNonNull(spillSpace, "spillSpace is null");
    this.statistics = statistics;
    this.layouts = requireNonNull(layouts, "layouts is null");
  }
}
