package dev.colonnade.sql.execute.set;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.spill.RowBuffer;
import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Operator that reads the working table of a recursion. */
public final class WorkingTableOperator extends Operator {
  private final WorkingTable table;
  private RowBuffer.@Nullable Reader reader;

  public WorkingTableOperator(QueryContext query, WorkingTable table) {
    super(query);
    this.table = requireNonNull(table, "table is null");
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (reader == null) {
      reader = table.reader();
    }
    return reader.next();
  }
}
