package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;

/** COUNT of rows, or of those that are not NULL in some columns. */
final class CountAccumulator implements Accumulator {
  private final int[] columns;
  private final boolean nullIfNone;
  private long[] counts = new long[0];

  CountAccumulator(int[] columns, boolean nullIfNone) {
    this.columns = columns.clone();
    this.nullIfNone = nullIfNone;
  }

  @Override
  public void add(GroupedRows rows) {
    reserve(rows.groupCount());
    int[] selected = rows.rows();
    int[] groups = rows.groups();
    VectorBatch batch = rows.batch();
    boolean[] nulls = columns.length == 1 ? batch.column(columns[0]).nulls() : null;
    if (nulls == null && columns.length <= 1) {
      for (int i = 0; i < rows.count(); i++) {
        counts[groups[selected[i]]]++;
      }
      return;
    }
    for (int i = 0; i < rows.count(); i++) {
      int row = selected[i];
      if (nulls == null ? isComplete(batch, row) : !nulls[row]) {
        counts[groups[row]]++;
      }
    }
  }

  private void reserve(int groupCount) {
    if (groupCount > counts.length) {
      counts = Arrays.copyOf(counts, Math.max(groupCount, counts.length * 2));
    }
  }

  @Override
  public void merge(Accumulator other, int[] groups, int groupCount) {
    reserve(groupCount);
    for (int group = 0; group < groups.length; group++) {
      counts[groups[group]] += ((CountAccumulator) other).count(group);
    }
  }

  private boolean isComplete(VectorBatch batch, int row) {
    for (int column : columns) {
      if (batch.column(column).isNull(row)) {
        return false;
      }
    }
    return true;
  }

  long count(int group) {
    return group < counts.length ? counts[group] : 0;
  }

  @Override
  public Vector values(int from, int to) {
    long[] values = new long[to - from];
    boolean[] nulls = new boolean[values.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = count(from + i);
      nulls[i] = nullIfNone && values[i] == 0;
    }
    return new LongVector(values, nullIfNone ? nulls : null);
  }

  @Override
  public long memoryBytes() {
    return (long) counts.length * Long.BYTES;
  }
}
