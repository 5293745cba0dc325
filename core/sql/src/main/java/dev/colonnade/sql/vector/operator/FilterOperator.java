package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.expression.VectorExpression;
import org.jspecify.annotations.Nullable;

/** The rows for which a condition is true. */
public final class FilterOperator implements VectorOperator {
  private final VectorOperator input;
  private final VectorExpression condition;
  private final OperatorRun run;

  public FilterOperator(VectorOperator input, VectorExpression condition, OperatorRun run) {
    this.input = input;
    this.condition = condition;
    this.run = run;
  }

  @Override
  public @Nullable VectorBatch next() {
    for (VectorBatch batch = input.next(); batch != null; batch = input.next()) {
      VectorBatch kept = filter(batch, condition, run);
      if (kept.rowCount() > 0) {
        return kept;
      }
    }
    return null;
  }

  static VectorBatch filter(VectorBatch batch, VectorExpression condition, OperatorRun run) {
    BooleanVector truth = (BooleanVector) condition.evaluate(batch, run.constants());
    int[] selected = new int[batch.rowCount() + 1];
    int count = truth.select(batch.rowCount(), selected);
    return count == batch.rowCount() ? batch : batch.gather(selected, count);
  }

  @Override
  public void close() {
    input.close();
  }
}
