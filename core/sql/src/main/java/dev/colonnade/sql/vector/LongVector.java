package dev.colonnade.sql.vector;

import org.jspecify.annotations.Nullable;

/** Whole numbers, days, microseconds, and NUMERICs as whole numbers of their smallest unit. */
public final class LongVector extends Vector {
  private final long[] values;

  public LongVector(long[] values, boolean @Nullable [] nulls) {
    super(nulls);
    this.values = values;
  }

  /** At least as many as there are rows; those of NULLs mean nothing. */
  public long[] values() {
    return values;
  }

  @Override
  public LongVector gather(int[] rows, int count) {
    long[] gathered = new long[count];
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      gathered[i] = row == NO_ROW ? 0 : values[row];
    }
    return new LongVector(gathered, gatheredNulls(rows, count));
  }

  @Override
  Object value(int row, VectorType type) {
    return type.held(values[row]);
  }

  @Override
  public long memoryBytes() {
    return (long) values.length * Long.BYTES + nullBytes();
  }
}
