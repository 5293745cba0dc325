package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Rows that are there, with values as statements hold them. */
public final class RowsOperator implements VectorOperator {
  private final List<@Nullable Object[]> rows;
  private final List<VectorType> types;
  private final ImmutableBitSet read;
  private final OperatorRun run;
  private int next;

  /**
   * Some rows.
   *
   * @param types of the columns
   * @param read the columns that have their values; NULL stands for those of others
   */
  public RowsOperator(
      List<@Nullable Object[]> rows,
      List<VectorType> types,
      ImmutableBitSet read,
      OperatorRun run) {
    this.rows = rows;
    this.types = List.copyOf(types);
    this.read = read;
    this.run = run;
  }

  @Override
  public @Nullable VectorBatch next() {
    run.cancellation().check();
    int from = next;
    int to = Math.min(rows.size(), from + VectorBatch.ROWS);
    if (from == to) {
      return null;
    }
    next = to;
    Vector unread = ObjectVector.of(new @Nullable Object[to - from], to - from);
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = read.get(i) ? column(i, from, to) : unread;
    }
    return new VectorBatch(to - from, columns);
  }

  private Vector column(int column, int from, int to) {
    @Nullable Object[] held = new @Nullable Object[to - from];
    for (int row = from; row < to; row++) {
      held[row - from] = rows.get(row)[column];
    }
    return VectorBuilder.vectorOf(held, types.get(column));
  }

  @Override
  public void close() {
    next = rows.size();
  }
}
