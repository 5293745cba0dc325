package dev.colonnade.sql.execute.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows with values in their internal representation, such as those of system tables. */
public final class RowsOperator extends Operator {
  /**
   * Rows to return.
   *
   * @param batches the first rows, which other operators may read at the same time
   * @param rows the rows behind those of the batches
   */
  public record Rows(List<VectorBatch> batches, List<@Nullable Object[]> rows) {}

  /** Source of the rows. It is read once, when the operator is opened. */
  @FunctionalInterface
  public interface Source {
    /** Returns the rows. */
    Rows read();
  }

  private final Source source;
  private final List<VectorType> types;
  private List<VectorBatch> batches = List.of();
  private List<@Nullable Object[]> rows = List.of();
  private int batchCount;
  private int position;

  /**
   * Creates the operator.
   *
   * @param types of the columns of all rows
   */
  public RowsOperator(QueryContext query, Source source, List<VectorType> types) {
    super(query);
    this.source = requireNonNull(source, "source is null");
    this.types = List.copyOf(types);
  }

  private static VectorBatch batch(List<@Nullable Object[]> rows, List<VectorType> types) {
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      @Nullable Object[] values = new @Nullable Object[rows.size()];
      for (int row = 0; row < values.length; row++) {
        values[row] = rows.get(row)[i];
      }
      columns[i] = VectorBuilder.vectorOf(values, types.get(i));
    }
    return new VectorBatch(rows.size(), columns);
  }

  @Override
  protected void open() {
    Rows found = source.read();
    batches = found.batches();
    rows = found.rows();
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (batchCount < batches.size()) {
      return batches.get(batchCount++);
    }
    int from = position;
    int to = Math.min(rows.size(), from + VectorBatch.ROWS);
    if (from == to) {
      return null;
    }
    position = to;
    return batch(rows.subList(from, to), types);
  }

  @Override
  protected void release() {
    batches = List.of();
    rows = List.of();
  }
}
