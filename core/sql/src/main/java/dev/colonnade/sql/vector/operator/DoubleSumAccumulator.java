package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import java.util.Arrays;

/** SUM of DOUBLE PRECISION. */
final class DoubleSumAccumulator implements VectorAccumulator {
  private final int column;
  private final boolean zeroIfEmpty;
  private double[] sums = new double[0];
  private boolean[] isThere = new boolean[0];

  DoubleSumAccumulator(int column, boolean zeroIfEmpty) {
    this.column = column;
    this.zeroIfEmpty = zeroIfEmpty;
  }

  @Override
  public void add(VectorBatch batch, int[] rows, int rowCount, int[] groups, int groupCount) {
    if (groupCount > sums.length) {
      int size = Math.max(groupCount, sums.length * 2);
      sums = Arrays.copyOf(sums, size);
      isThere = Arrays.copyOf(isThere, size);
    }
    DoubleVector vector = (DoubleVector) batch.column(column);
    for (int i = 0; i < rowCount; i++) {
      int row = rows[i];
      if (!vector.isNull(row)) {
        sums[groups[row]] += vector.values()[row];
        isThere[groups[row]] = true;
      }
    }
  }

  @Override
  public Vector values(int from, int to) {
    double[] values = new double[to - from];
    boolean[] nulls = new boolean[to - from];
    for (int i = 0; i < values.length; i++) {
      int group = from + i;
      boolean isEmpty = group >= sums.length || !isThere[group];
      values[i] = isEmpty ? 0 : sums[group];
      nulls[i] = isEmpty && !zeroIfEmpty;
    }
    return new DoubleVector(values, nulls);
  }

  @Override
  public long memoryBytes() {
    return (long) sums.length * (Double.BYTES + 1);
  }
}
