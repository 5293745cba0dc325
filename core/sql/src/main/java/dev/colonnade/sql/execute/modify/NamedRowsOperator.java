package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.modify.row.NamedRows;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Scan of the rows of an item of WITH, which runs when it is first read. */
public final class NamedRowsOperator extends Operator {
  private final ScanPlan.NamedRowsScan plan;
  private final NamedRows names;
  private List<VectorType> types = List.of();
  private @Nullable Supplier<@Nullable VectorBatch> reader;

  public NamedRowsOperator(QueryContext query, ScanPlan.NamedRowsScan plan, NamedRows names) {
    super(query);
    this.plan = requireNonNull(plan, "plan is null");
    this.names = requireNonNull(names, "names is null");
  }

  @Override
  protected void open() {
    NamedRows.Item item = names.get(plan.name());
    types = item.types();
    reader = item.reader().get();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    VectorBatch batch = requireNonNull(reader, "operator is not open").get();
    return batch == null ? null : converted(batch);
  }

  /** Returns the rows in the representation of the plan. */
  private VectorBatch converted(VectorBatch batch) {
    Vector[] columns = new Vector[batch.width()];
    for (int i = 0; i < columns.length; i++) {
      VectorType wanted = plan.columns().get(i).type();
      columns[i] =
          types.get(i).hasSameForm(wanted)
              ? batch.column(i)
              : converted(batch.column(i), batch.rowCount(), types.get(i), wanted);
    }
    return new VectorBatch(batch.rowCount(), columns);
  }

  private static Vector converted(Vector column, int rowCount, VectorType type, VectorType wanted) {
    VectorBuilder builder = new VectorBuilder(wanted);
    for (int row = 0; row < rowCount; row++) {
      builder.appendHeld(column.held(row, type));
    }
    return builder.slice(0, rowCount);
  }
}
