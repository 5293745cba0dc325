package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** MIN and MAX of values in the form LONG. */
final class LongExtremeAccumulator implements Accumulator {
  private final int column;
  private final VectorType type;
  private final boolean isLeast;
  private long[] extremes = new long[0];
  private boolean[] hasValue = new boolean[0];

  /** State of all groups since the first batch that is not in the form LONG. */
  private @Nullable ObjectExtremeAccumulator objects;

  LongExtremeAccumulator(int column, VectorType type, boolean isLeast) {
    this.column = column;
    this.type = type;
    this.isLeast = isLeast;
  }

  @Override
  public void add(GroupedRows rows) {
    Vector vector = rows.batch().column(column);
    ObjectExtremeAccumulator slow = objects;
    if (slow == null && vector instanceof LongVector longs) {
      add(longs, rows);
      return;
    }
    if (slow == null) {
      slow = new ObjectExtremeAccumulator(column, type, isLeast);
      slow.begin(values(0, extremes.length), extremes.length);
      objects = slow;
    }
    slow.add(rows);
  }

  private void add(LongVector vector, GroupedRows rows) {
    if (rows.groupCount() > extremes.length) {
      int size = Math.max(rows.groupCount(), extremes.length * 2);
      extremes = Arrays.copyOf(extremes, size);
      hasValue = Arrays.copyOf(hasValue, size);
    }
    long[] values = vector.values();
    int[] selected = rows.rows();
    int[] groups = rows.groups();
    for (int i = 0; i < rows.count(); i++) {
      int row = selected[i];
      if (!vector.isNull(row)) {
        int group = groups[row];
        long value = values[row];
        if (!hasValue[group] || (isLeast ? value < extremes[group] : value > extremes[group])) {
          extremes[group] = value;
          hasValue[group] = true;
        }
      }
    }
  }

  /** Adds the extremes of the other accumulator as rows: they may be objects. */
  @Override
  public void merge(Accumulator other, int[] groups, int groupCount) {
    Vector[] columns = new Vector[column + 1];
    Arrays.fill(columns, other.values(0, groups.length));
    add(GroupedRows.all(new VectorBatch(groups.length, columns), groups, groupCount));
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
      nulls[i] = group >= extremes.length || !hasValue[group];
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
