package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** MIN and MAX of what lies as longs. */
final class ExtremeAccumulator implements VectorAccumulator {
  private final int column;
  private final VectorType type;
  private final boolean isLeast;
  private long[] extremes = new long[0];
  private boolean[] isThere = new boolean[0];

  /** From the first batch on that does not lie as longs, of all groups. */
  private @Nullable ObjectAccumulator objects;

  ExtremeAccumulator(int column, VectorType type, boolean isLeast) {
    this.column = column;
    this.type = type;
    this.isLeast = isLeast;
  }

  @Override
  public void add(VectorBatch batch, int[] rows, int rowCount, int[] groups, int groupCount) {
    Vector vector = batch.column(column);
    ObjectAccumulator slow = objects;
    if (slow == null && !(vector instanceof LongVector)) {
      slow = ObjectAccumulator.extreme(column, type, isLeast);
      slow.begin(values(0, extremes.length), extremes.length);
      objects = slow;
    }
    if (slow != null) {
      slow.add(batch, rows, rowCount, groups, groupCount);
    } else {
      add((LongVector) vector, rows, rowCount, groups, groupCount);
    }
  }

  private void add(LongVector vector, int[] rows, int rowCount, int[] groups, int groupCount) {
    if (groupCount > extremes.length) {
      int size = Math.max(groupCount, extremes.length * 2);
      extremes = Arrays.copyOf(extremes, size);
      isThere = Arrays.copyOf(isThere, size);
    }
    long[] values = vector.values();
    for (int i = 0; i < rowCount; i++) {
      int row = rows[i];
      if (!vector.isNull(row)) {
        int group = groups[row];
        long value = values[row];
        if (!isThere[group] || (isLeast ? value < extremes[group] : value > extremes[group])) {
          extremes[group] = value;
          isThere[group] = true;
        }
      }
    }
  }

  @Override
  public Vector values(int from, int to) {
    if (objects != null) {
      return objects.values(from, to);
    }
    long[] values = new long[to - from];
    boolean[] nulls = new boolean[to - from];
    for (int i = 0; i < values.length; i++) {
      int group = from + i;
      nulls[i] = group >= extremes.length || !isThere[group];
      values[i] = nulls[i] ? 0 : extremes[group];
    }
    return new LongVector(values, nulls);
  }

  @Override
  public long memoryBytes() {
    return (long) extremes.length * (Long.BYTES + 1)
        + (objects == null ? 0 : objects.memoryBytes());
  }
}
