package dev.colonnade.sql.plan.physical;

import dev.colonnade.sql.physical.SubqueryPlan;
import dev.colonnade.sql.plan.logical.SubqueryOperator;

/** Translator of the plans of subqueries in expressions. */
@FunctionalInterface
interface SubqueryTranslator {
  /**
   * Returns the plan of a subquery; its operands are translated separately.
   *
   * @param outer the columns of enclosing rows that it reads
   */
  SubqueryPlan plan(SubqueryOperator operator, RowColumns outer);
}
