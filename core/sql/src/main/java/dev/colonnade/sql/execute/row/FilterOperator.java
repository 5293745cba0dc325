package dev.colonnade.sql.execute.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Filter: the rows for which a predicate is true. */
public final class FilterOperator extends Operator {
  private final Expression predicate;

  public FilterOperator(QueryContext query, Operator input, Expression predicate) {
    super(query, input);
    this.predicate = requireNonNull(predicate, "predicate is null");
  }

  @Override
  protected @Nullable VectorBatch produce() {
    VectorBatch batch = input(0).next();
    if (batch == null) {
      return null;
    }
    BooleanVector truth = (BooleanVector) predicate.evaluate(batch, query().evaluation());
    int[] selected = new int[batch.rowCount() + 1];
    int count = truth.select(batch.rowCount(), selected);
    return count == batch.rowCount() ? batch : batch.gather(selected, count);
  }
}
