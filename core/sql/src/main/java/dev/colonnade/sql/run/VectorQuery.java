package dev.colonnade.sql.run;

import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.plan.VectorRel;
import org.jspecify.annotations.Nullable;

/** A query that runs on vectors from end to end. */
final class VectorQuery implements RunnableQuery {
  private final VectorRel plan;

  VectorQuery(VectorRel plan) {
    this.plan = plan;
  }

  @Override
  public InternalRows run(StatementContext context) {
    VectorRows rows = VectorRows.open(plan, context);
    return new InternalRows() {
      @Override
      public @Nullable Object @Nullable [] next() {
        return rows.next();
      }

      @Override
      public BatchSource batches() {
        return rows.batches();
      }

      @Override
      public void close() {
        try {
          rows.close();
        } finally {
          context.close();
        }
      }
    };
  }
}
