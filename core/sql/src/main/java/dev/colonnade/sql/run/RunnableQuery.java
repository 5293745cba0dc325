package dev.colonnade.sql.run;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sql.physical.PhysicalPlan;

/** Physical plan that can be run any number of times, by any number of threads. */
public final class RunnableQuery {
  private final PhysicalPlan plan;
  private final boolean needsMemory;
  private final boolean mayBlock;

  public RunnableQuery(PhysicalPlan plan) {
    this.plan = plan;
    this.needsMemory = MemoryNeed.of(plan);
    this.mayBlock = !ShortPlans.isShort(plan);
  }

  public PhysicalPlan plan() {
    return plan;
  }

  /**
   * Returns whether an execution may block or take long: whether it is more than one row by its
   * key, or than one row of simple expressions.
   */
  public boolean mayBlock() {
    return mayBlock;
  }

  /** Starts the query; the caller closes the rows. */
  public InternalRows run(StatementContext context) {
    return OperatorRows.open(plan, context, needsMemory, null);
  }

  /** Variant of {@link #run} that measures every operator. */
  public InternalRows run(StatementContext context, PlanStatistics statistics) {
    return OperatorRows.open(plan, context, needsMemory, statistics);
  }

  /** Returns a clock for the metrics of operators. */
  static NanoTicker ticker() {
    return NanoTicker.system();
  }
}
