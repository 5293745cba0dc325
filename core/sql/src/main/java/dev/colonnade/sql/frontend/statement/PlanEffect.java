package dev.colonnade.sql.frontend.statement;

import dev.colonnade.sql.physical.ModifyPlan;
import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.statement.Effect;

/** Effect of running a plan: the strongest one of its nodes. */
public final class PlanEffect {
  private PlanEffect() {}

  /** Returns the effect of a plan. */
  public static Effect of(PhysicalPlan plan) {
    Effect effect = own(plan);
    for (PhysicalPlan input : plan.inputs()) {
      Effect other = of(input);
      if (other.compareTo(effect) > 0) {
        effect = other;
      }
    }
    return effect;
  }

  private static Effect own(PhysicalPlan plan) {
    return switch (plan) {
      case ModifyPlan.LockRows _ -> Effect.LOCKS;
      case ModifyPlan _ -> Effect.WRITES;
      default -> Effect.READS;
    };
  }
}
