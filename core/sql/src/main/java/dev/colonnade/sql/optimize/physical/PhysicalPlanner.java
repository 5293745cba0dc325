package dev.colonnade.sql.optimize.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.physical.PhysicalPlan;

/** Translator of optimized logical plans into physical plans. */
public final class PhysicalPlanner {

  private PhysicalPlanner() {}

  /** Returns the physical plan with the least estimated cost. */
  public static PhysicalPlan plan(LogicalPlan plan, PlanningContext context) {
    requireNonNull(plan, "plan is null");
    requireNonNull(context, "context is null");
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED, plan.getClass().getSimpleName() + " is not supported");
  }
}
