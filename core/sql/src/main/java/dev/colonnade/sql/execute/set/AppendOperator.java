package dev.colonnade.sql.execute.set;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UNION ALL operator: the rows of one input after the other. */
public final class AppendOperator extends Operator {
  private final int inputCount;
  private int current;

  public AppendOperator(QueryContext query, List<Operator> inputs) {
    super(query, inputs.toArray(Operator[]::new));
    this.inputCount = inputs.size();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    while (current < inputCount) {
      VectorBatch batch = input(current).next();
      if (batch != null) {
        return batch;
      }
      input(current).close();
      current++;
    }
    return null;
  }
}
