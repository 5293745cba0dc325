package dev.colonnade.sql.execute.row;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Projection: expressions over the rows. */
public final class ProjectOperator extends Operator {
  private final List<Expression> expressions;

  public ProjectOperator(QueryContext query, Operator input, List<Expression> expressions) {
    super(query, input);
    this.expressions = List.copyOf(expressions);
  }

  @Override
  protected @Nullable VectorBatch produce() {
    VectorBatch batch = input(0).next();
    if (batch == null) {
      return null;
    }
    Vector[] columns = new Vector[expressions.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = expressions.get(i).evaluate(batch, query().evaluation());
    }
    return new VectorBatch(batch.rowCount(), columns);
  }
}
