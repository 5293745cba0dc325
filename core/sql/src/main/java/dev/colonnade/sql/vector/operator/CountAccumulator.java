package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;

/** COUNT of rows, or of those that are not NULL in some columns. */
final class CountAccumulator implements VectorAccumulator {
  private final int[] columns;
  private long[] counts = new long[0];

  CountAccumulator(int[] columns) {
    this.columns = columns;
  }

  @Override
  public void add(VectorBatch batch, int[] rows, int rowCount, int[] groups, int groupCount) {
    if (groupCount > counts.length) {
      counts = Arrays.copyOf(counts, Math.max(groupCount, counts.length * 2));
    }
    boolean[] nulls = columns.length == 1 ? batch.column(columns[0]).nulls() : null;
    for (int i = 0; i < rowCount; i++) {
      int row = rows[i];
      if (columns.length > 1 ? isComplete(batch, row) : nulls == null || !nulls[row]) {
        counts[groups[row]]++;
      }
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

  @Override
  public Vector values(int from, int to) {
    long[] values = new long[to - from];
    System.arraycopy(counts, from, values, 0, Math.clamp(counts.length - from, 0, to - from));
    return new LongVector(values, null);
  }

  @Override
  public long memoryBytes() {
    return (long) counts.length * Long.BYTES;
  }
}
