package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.expression.VectorExpression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Expressions over the rows of its input. */
public final class ProjectOperator implements VectorOperator {
  private final VectorOperator input;
  private final List<VectorExpression> expressions;
  private final OperatorRun run;

  public ProjectOperator(
      VectorOperator input, List<VectorExpression> expressions, OperatorRun run) {
    this.input = input;
    this.expressions = List.copyOf(expressions);
    this.run = run;
  }

  @Override
  public @Nullable VectorBatch next() {
    VectorBatch batch = input.next();
    if (batch == null) {
      return null;
    }
    Vector[] columns = new Vector[expressions.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = expressions.get(i).evaluate(batch, run.constants());
    }
    return new VectorBatch(batch.rowCount(), columns);
  }

  @Override
  public void close() {
    input.close();
  }
}
