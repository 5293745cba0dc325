package dev.colonnade.sql.plan.physical;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.physical.PhysicalPlan;
import org.apache.calcite.rel.RelNode;

final class WindowTranslator {
  private WindowTranslator() {}

  static PhysicalPlan of(RelNode window, PhysicalPlan input) {
    throw new ColonnadeException(ErrorCode.UNSUPPORTED, "windows come later");
  }

  static PhysicalPlan of(RelNode window, PhysicalPlan input, PhysicalPlanner planner) {
    throw new ColonnadeException(ErrorCode.UNSUPPORTED, "windows come later");
  }
}
