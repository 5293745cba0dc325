package dev.colonnade.sql.expression;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import java.util.List;

/**
 * Expressions that are the columns of a result. If there are several calls of volatile functions,
 * they run row by row: two columns from one sequence get 1 and 2, then 3 and 4.
 */
public final class Projection {
  private final List<Expression> expressions;
  private final int volatileCount;

  public Projection(List<Expression> expressions) {
    this.expressions = List.copyOf(expressions);
    this.volatileCount = volatileCount(expressions);
  }

  /** Returns whether a volatile function is called. */
  public boolean isVolatile() {
    return volatileCount > 0;
  }

  private static int volatileCount(List<Expression> expressions) {
    int count = 0;
    for (Expression expression : expressions) {
      count += (expression.isVolatile() ? 1 : 0) + volatileCount(expression.operands());
    }
    return count;
  }

  /** Returns the values of the expressions for all rows of a batch. */
  public VectorBatch evaluate(VectorBatch batch, Evaluation evaluation) {
    if (volatileCount > 1 && batch.rowCount() > 1) {
      return evaluateRowByRow(batch, evaluation);
    }
    Vector[] columns = new Vector[expressions.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = expressions.get(i).evaluate(batch, evaluation);
    }
    return new VectorBatch(batch.rowCount(), columns);
  }

  private VectorBatch evaluateRowByRow(VectorBatch batch, Evaluation evaluation) {
    VectorBuilder[] builders = new VectorBuilder[expressions.size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new VectorBuilder(expressions.get(i).type());
    }
    for (int row = 0; row < batch.rowCount(); row++) {
      evaluation.cancellation().check();
      VectorBatch one = batch.gather(new int[] {row}, 1);
      for (int i = 0; i < builders.length; i++) {
        Expression expression = expressions.get(i);
        builders[i].appendHeld(expression.evaluate(one, evaluation).held(0, expression.type()));
      }
    }
    Vector[] columns = new Vector[builders.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = builders[i].slice(0, batch.rowCount());
    }
    return new VectorBatch(batch.rowCount(), columns);
  }
}
