package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Rows with values in their internal representation, such as those of system tables. */
public final class RowsOperator extends Operator {
  private final Supplier<List<@Nullable Object[]>> source;
  private final List<VectorType> types;
  private final IntPredicate isRead;
  private List<@Nullable Object[]> rows = List.of();
  private int position;

  /**
   * Creates the operator.
   *
   * @param source returns the rows; called once, when the operator is opened
   * @param isRead returns whether a column is needed; the others are NULL
   */
  public RowsOperator(
      QueryContext query,
      Supplier<List<@Nullable Object[]>> source,
      List<VectorType> types,
      IntPredicate isRead) {
    super(query);
    this.source = requireNonNull(source, "source is null");
    this.types = List.copyOf(types);
    this.isRead = requireNonNull(isRead, "isRead is null");
  }

  @Override
  protected void open() {
    rows = source.get();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    int from = position;
    int to = Math.min(rows.size(), from + VectorBatch.ROWS);
    if (from == to) {
      return null;
    }
    position = to;
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      @Nullable Object[] values = new @Nullable Object[to - from];
      for (int row = from; row < to && isRead.test(i); row++) {
        values[row - from] = rows.get(row)[i];
      }
      columns[i] = VectorBuilder.vectorOf(values, types.get(i));
    }
    return new VectorBatch(to - from, columns);
  }

  @Override
  protected void release() {
    rows = List.of();
  }
}
