package dev.colonnade.sql.execute.row;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Projection;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Projection: expressions over the rows. */
public final class ProjectOperator extends Operator {
  private final Projection projection;

  public ProjectOperator(QueryContext query, Operator input, List<Expression> expressions) {
    super(query, input);
    this.projection = new Projection(expressions);
  }

  @Override
  protected @Nullable VectorBatch produce() {
    VectorBatch batch = input(0).next();
    return batch == null ? null : projection.evaluate(batch, query().evaluation());
  }
}
