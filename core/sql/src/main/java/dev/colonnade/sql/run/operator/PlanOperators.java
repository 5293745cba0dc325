package dev.colonnade.sql.run.operator;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.physical.PhysicalPlan;

/** Source of the operators of plans. Operators of one source share rows and working tables. */
interface PlanOperators extends AutoCloseable {
  /** Returns a new tree of operators for a plan; the caller closes it. */
  Operator create(PhysicalPlan plan);

  /** Frees what several operators share. */
  @Override
  void close();
}
