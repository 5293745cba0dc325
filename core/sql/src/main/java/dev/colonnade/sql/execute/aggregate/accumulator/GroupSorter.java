package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.execute.spill.ExternalSorter;
import dev.colonnade.sql.execute.spill.SpillContext;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorter of rows by the number of their group, then by other keys, then by arrival; in files where
 * memory is denied. Column 0 of the sorted rows is the group.
 */
final class GroupSorter implements AutoCloseable {
  private static final VectorType GROUP = VectorType.of(TypeKind.BIGINT);

  private final int[] columns;
  private final ExternalSorter sorter;
  private @Nullable VectorBatch current;
  private int position;
  private boolean isFinished;

  /**
   * Creates a sorter.
   *
   * @param columns columns of the batches that are kept, in this order behind the group
   * @param types types of all columns of the batches
   * @param order keys behind the group; a column is an index in {@code columns}
   */
  GroupSorter(int[] columns, List<VectorType> types, List<SortKey> order, SpillContext context) {
    this.columns = columns.clone();
    List<VectorType> kept = new ArrayList<>();
    kept.add(GROUP);
    for (int column : columns) {
      kept.add(types.get(column));
    }
    List<SortKey> keys = new ArrayList<>();
    keys.add(new SortKey(0, false, false));
    order.forEach(
        key -> keys.add(new SortKey(key.column() + 1, key.descending(), key.nullsFirst())));
    sorter = new ExternalSorter(kept, keys, Long.MAX_VALUE, context);
  }

  /** Adds rows. */
  void add(GroupedRows rows) {
    if (rows.count() > 0) {
      sorter.add(withGroups(rows, columns));
    }
  }

  /** Returns the rows as a batch of their groups and some of their columns. */
  static VectorBatch withGroups(GroupedRows rows, int[] columns) {
    int count = rows.count();
    long[] groups = new long[count];
    for (int i = 0; i < count; i++) {
      groups[i] = rows.groups()[rows.rows()[i]];
    }
    boolean isAll = count == rows.batch().rowCount();
    VectorBatch selected = isAll ? rows.batch() : rows.batch().gather(rows.rows(), count);
    Vector[] kept = new Vector[columns.length + 1];
    kept[0] = new LongVector(groups, null);
    for (int i = 0; i < columns.length; i++) {
      kept[i + 1] = selected.column(columns[i]);
    }
    return new VectorBatch(count, kept);
  }

  /** Returns the next rows in order of groups below {@code end}; null if there are none left. */
  @Nullable VectorBatch next(int end) {
    if (!isFinished) {
      isFinished = true;
      sorter.finish();
    }
    VectorBatch batch = current;
    if (batch == null || position == batch.rowCount()) {
      batch = sorter.next();
      current = batch;
      position = 0;
    }
    if (batch == null) {
      return null;
    }
    long[] groups = ((LongVector) batch.column(0)).values();
    int from = position;
    int to = from;
    while (to < batch.rowCount() && groups[to] < end) {
      to++;
    }
    position = to;
    return to == from ? null : batch.slice(from, to);
  }

  long spilledBytes() {
    return sorter.spilledBytes();
  }

  @Override
  public void close() {
    current = null;
    sorter.close();
  }
}
