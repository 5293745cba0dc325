package dev.colonnade.sql.execute.row;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Projection;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Projection: expressions over the rows. If a projection and one below it both call volatile
 * functions, single rows pass through both, so that the calls alternate.
 */
public final class ProjectOperator extends Operator {
  private final Projection projection;
  private boolean isOneRowABatch;

  /** Rows whose projection is due one by one. */
  private @Nullable VectorBatch pending;

  private int position;

  public ProjectOperator(QueryContext query, Operator input, List<Expression> expressions) {
    super(query, input);
    this.projection = new Projection(expressions);
    if (projection.isVolatile() && input instanceof ProjectOperator below) {
      below.returnSingleRows();
    }
  }

  private void returnSingleRows() {
    if (projection.isVolatile()) {
      isOneRowABatch = true;
    } else if (input(0) instanceof ProjectOperator below) {
      below.returnSingleRows();
    }
  }

  @Override
  protected @Nullable VectorBatch produce() {
    VectorBatch batch = isOneRowABatch ? nextRow() : input(0).next();
    return batch == null ? null : projection.evaluate(batch, query().evaluation());
  }

  private @Nullable VectorBatch nextRow() {
    VectorBatch rows = pending;
    if (rows == null || position == rows.rowCount()) {
      rows = input(0).next();
      pending = rows;
      position = 0;
    }
    return rows == null ? null : rows.gather(new int[] {position++}, 1);
  }

  @Override
  protected void release() {
    pending = null;
  }
}
