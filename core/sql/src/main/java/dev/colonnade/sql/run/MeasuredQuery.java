package dev.colonnade.sql.run;

import dev.colonnade.sql.profile.PlanNode;
import dev.colonnade.sql.profile.PlanProfile;
import org.apache.calcite.rel.RelNode;
import org.jspecify.annotations.Nullable;

/** A query whose operators can be measured while it runs. */
public final class MeasuredQuery {
  private final RunnableQuery query;
  private final RelNode plan;

  MeasuredQuery(RunnableQuery query, RelNode plan) {
    this.query = query;
    this.plan = plan;
  }

  public RunnableQuery query() {
    return query;
  }

  /** The operators, with what they did in a run if there is a profile of one. */
  public PlanNode plan(@Nullable PlanProfile profile) {
    return PlanReader.read(plan, profile);
  }
}
