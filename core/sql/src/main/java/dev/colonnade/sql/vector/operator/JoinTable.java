package dev.colonnade.sql.vector.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a join's side that is kept, by their keys. Rows with a NULL in them have none, unless
 * the join takes NULL for equal to NULL.
 */
final class JoinTable {
  /** In the place of a row: there is none. */
  static final int END = -1;

  private final JoinShape shape;
  private final KeyTable table = new KeyTable();

  /** By number of a key: the row that came last; by row: the one before it. */
  private int[] lastRows = new int[0];

  private int[] before = new int[0];
  private @Nullable VectorBatch rows;

  JoinTable(JoinShape shape) {
    this.shape = shape;
  }

  /** The keys of rows of the probe. */
  static RowKeys probeKeys(JoinShape shape) {
    return keys(shape.keys().probe(), shape.probeTypes(), shape.keys().meetNulls());
  }

  private static RowKeys keys(
      List<Integer> columns, List<VectorType> types, List<Boolean> meetNulls) {
    boolean[] nulls = new boolean[meetNulls.size()];
    for (int i = 0; i < nulls.length; i++) {
      nulls[i] = meetNulls.get(i);
    }
    return new RowKeys(
        columns.stream().mapToInt(Integer::intValue).toArray(),
        columns.stream().map(types::get).toArray(VectorType[]::new),
        nulls);
  }

  /** Reads the side that is kept to its end, and closes it. */
  void fill(VectorOperator build, OperatorRun run, QueryMemory.Share share) {
    MaterializedRows store = new MaterializedRows(shape.buildTypes());
    RowKeys keys = keys(shape.keys().build(), shape.buildTypes(), shape.keys().meetNulls());
    for (VectorBatch batch = build.next(); batch != null; batch = build.next()) {
      run.cancellation().check();
      int first = store.count();
      store.append(batch);
      if (store.count() > before.length) {
        before = Arrays.copyOf(before, Math.max(store.count(), before.length * 2));
      }
      for (int i = 0; i < batch.rowCount(); i++) {
        if (keys.encode(batch, i)) {
          link(table.add(keys), first + i);
        }
      }
      share.set(
          store.memoryBytes()
              + table.memoryBytes()
              + (long) Integer.BYTES * (before.length + lastRows.length));
    }
    build.close();
    rows = store.all();
  }

  private void link(int key, int row) {
    if (key >= lastRows.length) {
      int from = lastRows.length;
      lastRows = Arrays.copyOf(lastRows, Math.max(VectorBatch.ROWS, lastRows.length * 2));
      Arrays.fill(lastRows, from, lastRows.length, END);
    }
    before[row] = lastRows[key];
    lastRows[key] = row;
  }

  /** All rows; there once it is filled. */
  VectorBatch rows() {
    return requireNonNull(rows, "table is not filled");
  }

  /** The first row with the key that was encoded last; {@link #END} if there is none. */
  int first(RowKeys encoded) {
    int key = table.find(encoded);
    return key == KeyTable.NONE ? END : lastRows[key];
  }

  /** The next row with the same key; {@link #END} if there is none. */
  int next(int row) {
    return before[row];
  }
}
