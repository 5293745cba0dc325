package dev.colonnade.sql.optimize.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.logical.LogicalChange;
import dev.colonnade.sql.logical.LogicalPlan;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.context.PlanningContext;
import dev.colonnade.sql.optimize.physical.row.Goal;
import dev.colonnade.sql.optimize.physical.row.PlannedRows;
import dev.colonnade.sql.optimize.physical.row.Projections;
import dev.colonnade.sql.physical.PhysicalPlan;
import java.util.List;

/** Translator of optimized logical plans into physical plans. */
public final class PhysicalPlanner {

  private PhysicalPlanner() {}

  /** Returns the physical plan with the least estimated cost. */
  public static PhysicalPlan plan(LogicalPlan plan, PlanningContext context) {
    requireNonNull(plan, "plan is null");
    PlanTranslator translator = new PlanTranslator(requireNonNull(context, "context is null"));
    if (plan instanceof LogicalChange) {
      return translator.plan(plan, Goal.ALL).plan();
    }
    List<Variable> columns = plan.columns();
    PlannedRows rows = translator.plan(plan, Goal.ALL.readingOnly(columns));
    return Projections.arranged(rows, columns).plan();
  }
}
