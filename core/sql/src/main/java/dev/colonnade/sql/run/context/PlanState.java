package dev.colonnade.sql.run.context;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.scan.point.PointReadLayouts;
import org.jspecify.annotations.Nullable;

/**
 * Properties of a plan that its executions share, and the metrics of one execution.
 *
 * @param statistics of the operators; null if they are not measured
 * @param parallel parts that several workers may run
 * @param layouts of the point reads
 */
public record PlanState(
    @Nullable PlanStatistics statistics, ParallelPlan parallel, PointReadLayouts layouts) {
  public PlanState(
      @Nullable PlanStatistics statistics, ParallelPlan parallel, PointReadLayouts layouts) {
    this.statistics = statistics;
    this.parallel = requireNonNull(parallel, "parallel is null");
    this.layouts = requireNonNull(layouts, "layouts is null");
  }
}
