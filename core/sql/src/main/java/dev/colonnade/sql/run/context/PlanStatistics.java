package dev.colonnade.sql.run.context;

import dev.colonnade.sql.execute.OperatorStatistics;
import dev.colonnade.sql.physical.PhysicalPlan;
import java.util.IdentityHashMap;
import org.jspecify.annotations.Nullable;

/** Metrics of the operators of one execution of a plan. One thread. */
public final class PlanStatistics {
  private final IdentityHashMap<PhysicalPlan, OperatorStatistics> byPlan = new IdentityHashMap<>();

  /** Returns the metrics of an operator; null if it never ran. */
  public @Nullable OperatorStatistics find(PhysicalPlan plan) {
    return byPlan.get(plan);
  }

  /** Returns the metrics of an operator, which start at zero. */
  public OperatorStatistics of(PhysicalPlan plan) {
    return byPlan.computeIfAbsent(plan, _ -> new OperatorStatistics());
  }

  /** Adds the metrics of the operators of a worker. */
  public void addWorker(PlanStatistics worker) {
    worker.byPlan.forEach((plan, statistics) -> of(plan).addWorker(statistics));
  }
}
