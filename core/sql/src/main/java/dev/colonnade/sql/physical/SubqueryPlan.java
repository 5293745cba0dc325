package dev.colonnade.sql.physical;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Subquery;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Plan of a subquery in an expression. */
public record SubqueryPlan(String name, PhysicalPlan plan, boolean isCorrelated)
    implements Subquery {
  public SubqueryPlan {
    requireNonNull(name, "name is null");
    requireNonNull(plan, "plan is null");
  }

  @Override
  public List<VectorType> types() {
    return plan.types();
  }
}
