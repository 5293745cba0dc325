package dev.colonnade.sql.frontend.statement;

import dev.colonnade.sql.frontend.plan.DataPlan;
import dev.colonnade.sql.statement.Effect;
import dev.colonnade.sql.statement.PreparedStatement;

/** Statements of data that are ready to run. */
public final class DataStatements {
  private DataStatements() {}

  /** Returns the statement of a plan. */
  public static PreparedStatement of(DataPlan plan) {
    if (plan.failure() != null) {
      return new FailedStatement(plan, plan.failure());
    }
    Effect effect = PlanEffect.of(plan.physical());
    return switch (effect) {
      case SESSION, READS -> new QueryPlanStatement(plan);
      case LOCKS, WRITES -> new ChangePlanStatement(plan, effect);
    };
  }
}
