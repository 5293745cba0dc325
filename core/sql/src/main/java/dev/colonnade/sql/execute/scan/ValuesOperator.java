package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.PlanColumn;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of expressions without columns, each evaluated when its batch is due. */
public final class ValuesOperator extends Operator {
  private final ScanPlan.Values plan;
  private int position;

  public ValuesOperator(QueryContext query, ScanPlan.Values plan) {
    super(query);
    this.plan = requireNonNull(plan, "plan is null");
  }

  @Override
  protected @Nullable VectorBatch produce() {
    int from = position;
    int to = Math.min(plan.rows().size(), from + VectorBatch.ROWS);
    if (from == to) {
      return null;
    }
    position = to;
    List<PlanColumn> described = plan.columns();
    Vector[] columns = new Vector[described.size()];
    if (to - from == 1) {
      List<Expression> row = plan.rows().get(from);
      for (int i = 0; i < columns.length; i++) {
        columns[i] = vector(row.get(i), described.get(i).type());
      }
      return new VectorBatch(1, columns);
    }
    VectorBuilder[] builders = new VectorBuilder[columns.length];
    Arrays.setAll(builders, i -> new VectorBuilder(described.get(i).type()));
    for (int i = from; i < to; i++) {
      List<Expression> row = plan.rows().get(i);
      for (int j = 0; j < builders.length; j++) {
        builders[j].appendHeld(query().evaluation().value(row.get(j)));
      }
    }
    Arrays.setAll(columns, i -> builders[i].slice(0, to - from));
    return new VectorBatch(to - from, columns);
  }

  /** Returns a value as a column of one row, which needs no copy if the types are the same. */
  private Vector vector(Expression expression, VectorType type) {
    if (expression.type().equals(type)) {
      return query().evaluation().vector(expression);
    }
    VectorBuilder builder = new VectorBuilder(type);
    builder.appendHeld(query().evaluation().value(expression));
    return builder.slice(0, 1);
  }
}
