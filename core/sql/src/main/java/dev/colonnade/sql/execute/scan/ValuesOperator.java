package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
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
    List<VectorType> types = plan.types();
    VectorBuilder[] builders = new VectorBuilder[types.size()];
    for (int i = 0; i < builders.length; i++) {
      builders[i] = new VectorBuilder(types.get(i));
    }
    for (List<Expression> row : plan.rows().subList(from, to)) {
      for (int i = 0; i < builders.length; i++) {
        builders[i].appendHeld(query().evaluation().value(row.get(i)));
      }
    }
    Vector[] columns = new Vector[builders.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = builders[i].slice(0, to - from);
    }
    return new VectorBatch(to - from, columns);
  }
}
