package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.Vector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** SUM of DOUBLE PRECISION. */
final class DoubleSumAccumulator implements AverageAccumulator.Sum {
  private final int column;
  private final boolean zeroIfNone;
  private double[] sums = new double[0];
  private boolean[] hasValue = new boolean[0];

  DoubleSumAccumulator(int column, boolean zeroIfNone) {
    this.column = column;
    this.zeroIfNone = zeroIfNone;
  }

  @Override
  public void add(GroupedRows rows) {
    if (rows.groupCount() > sums.length) {
      int size = Math.max(rows.groupCount(), sums.length * 2);
      sums = Arrays.copyOf(sums, size);
      hasValue = Arrays.copyOf(hasValue, size);
    }
    DoubleVector vector = (DoubleVector) rows.batch().column(column);
    double[] values = vector.values();
    int[] selected = rows.rows();
    int[] groups = rows.groups();
    for (int i = 0; i < rows.count(); i++) {
      int row = selected[i];
      if (!vector.isNull(row)) {
        int group = groups[row];
        double sum = sums[group] + values[row];
        if (Double.isInfinite(sum)) {
          sum = CheckedArithmetic.addDouble(sums[group], values[row]);
        }
        sums[group] = sum;
        hasValue[group] = true;
      }
    }
  }

  @Override
  public @Nullable Object sum(int group) {
    return group < sums.length && hasValue[group] ? (Object) sums[group] : null;
  }

  @Override
  public Vector values(int from, int to) {
    double[] values = new double[to - from];
    boolean[] nulls = new boolean[to - from];
    for (int i = 0; i < values.length; i++) {
      int group = from + i;
      boolean isEmpty = group >= sums.length || !hasValue[group];
      values[i] = isEmpty ? 0 : sums[group];
      nulls[i] = isEmpty && !zeroIfNone;
    }
    return new DoubleVector(values, nulls);
  }

  @Override
  public long memoryBytes() {
    return (long) sums.length * (Double.BYTES + 1);
  }
}
