package dev.colonnade.sql.plan.logical;

import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.SingleRel;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.Correlate;

/**
 * Lateral queries that give one row whatever they find. Calcite would make of them a join with
 * groups, which has no row where nothing is found; they are run row by row instead.
 */
final class LateralAggregates {
  private LateralAggregates() {}

  static boolean areIn(RelNode plan) {
    return (plan instanceof Correlate correlate && isOneRow(correlate.getRight()))
        || plan.getInputs().stream().anyMatch(LateralAggregates::areIn);
  }

  private static boolean isOneRow(RelNode plan) {
    return switch (plan) {
      case Aggregate aggregate -> aggregate.getGroupSet().isEmpty();
      case SingleRel single -> isOneRow(single.getInput());
      default -> false;
    };
  }
}
