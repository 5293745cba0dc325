package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sorts its input, stably. With a limit it keeps little more rows than that: it sorts and cuts
 * whenever twice as many have come together.
 */
public final class SortOperator implements VectorOperator {
  private static final int CUT_ROWS_MIN = 4 * VectorBatch.ROWS;

  private final VectorOperator input;
  private final List<VectorType> types;
  private final List<Ordering> orderings;
  private final long rowsMax;
  private final OperatorRun run;
  private final QueryMemory.Share share;
  private @Nullable VectorBatch sorted;
  private int position;
  private boolean closed;

  /**
   * A sort.
   *
   * @param types of the input's columns
   * @param rowsMax the most rows wanted
   */
  public SortOperator(
      VectorOperator input,
      List<VectorType> types,
      List<Ordering> orderings,
      long rowsMax,
      OperatorRun run) {
    this.input = input;
    this.types = List.copyOf(types);
    this.orderings = List.copyOf(orderings);
    this.rowsMax = rowsMax;
    this.run = run;
    this.share = run.memory().newShare();
  }

  @Override
  public @Nullable VectorBatch next() {
    VectorBatch rows = sorted;
    if (rows == null) {
      rows = sortAll();
      sorted = rows;
    }
    int count = Math.min(VectorBatch.ROWS, rows.rowCount() - position);
    if (count <= 0) {
      return null;
    }
    if (count == rows.rowCount()) {
      position = count;
      return rows;
    }
    int[] part = new int[count];
    for (int i = 0; i < count; i++) {
      part[i] = position + i;
    }
    position += count;
    return rows.gather(part, count);
  }

  private VectorBatch sortAll() {
    MaterializedRows store = new MaterializedRows(types);
    for (VectorBatch batch = input.next(); batch != null; batch = input.next()) {
      run.cancellation().check();
      store.append(batch);
      share.set(store.memoryBytes());
      if (store.count() >= CUT_ROWS_MIN && store.count() / 2 > rowsMax) {
        VectorBatch best = sort(store.all());
        store = new MaterializedRows(types);
        store.append(best);
      }
    }
    return sort(store.all());
  }

  private VectorBatch sort(VectorBatch rows) {
    int[] order = new int[rows.rowCount()];
    for (int i = 0; i < order.length; i++) {
      order[i] = i;
    }
    mergeSort(order.clone(), order, 0, order.length, rows);
    int count = (int) Math.min(rowsMax, order.length);
    return rows.gather(order, count);
  }

  /** Sorts {@code to}; {@code from} holds the same. */
  private void mergeSort(int[] from, int[] to, int start, int end, VectorBatch rows) {
    if (end - start < 2) {
      return;
    }
    int middle = (start + end) >>> 1;
    mergeSort(to, from, start, middle, rows);
    mergeSort(to, from, middle, end, rows);
    if (compare(rows, from[middle - 1], from[middle]) <= 0) {
      System.arraycopy(from, start, to, start, end - start);
      return;
    }
    int left = start;
    int right = middle;
    for (int i = start; i < end; i++) {
      boolean takesLeft =
          right >= end || (left < middle && compare(rows, from[left], from[right]) <= 0);
      to[i] = takesLeft ? from[left++] : from[right++];
    }
  }

  private int compare(VectorBatch rows, int left, int right) {
    for (Ordering ordering : orderings) {
      Vector column = rows.column(ordering.column());
      boolean leftNull = column.isNull(left);
      boolean rightNull = column.isNull(right);
      if (leftNull || rightNull) {
        if (leftNull != rightNull) {
          return leftNull == ordering.nullsFirst() ? -1 : 1;
        }
      } else {
        VectorType type = types.get(ordering.column());
        int comparison = Ordering.compare(column, left, column, right, type);
        if (comparison != 0) {
          return ordering.descending() ? -comparison : comparison;
        }
      }
    }
    return 0;
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      share.set(0);
      sorted = null;
      input.close();
    }
  }
}
