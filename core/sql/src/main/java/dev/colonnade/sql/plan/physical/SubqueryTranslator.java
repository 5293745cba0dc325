package dev.colonnade.sql.plan.physical;

import dev.colonnade.sql.physical.SubqueryPlan;
import org.apache.calcite.rex.RexSubQuery;

/** Translator of the plans of subqueries in expressions. */
@FunctionalInterface
interface SubqueryTranslator {
  /** Returns the plan of a subquery; its operands are translated separately. */
  SubqueryPlan plan(RexSubQuery subquery);
}
