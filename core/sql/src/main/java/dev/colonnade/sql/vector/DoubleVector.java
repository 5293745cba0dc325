package dev.colonnade.sql.vector;

import org.jspecify.annotations.Nullable;

/** Values of DOUBLE PRECISION. */
public final class DoubleVector extends Vector {
  private final double[] values;

  public DoubleVector(double[] values, boolean @Nullable [] nulls) {
    super(nulls);
    this.values = values;
  }

  /** At least as many as there are rows; those of NULLs mean nothing. */
  public double[] values() {
    return values;
  }

  @Override
  public DoubleVector gather(int[] rows, int count) {
    double[] gathered = new double[count];
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      gathered[i] = row == NO_ROW ? 0 : values[row];
    }
    return new DoubleVector(gathered, gatheredNulls(rows, count));
  }

  @Override
  Object value(int row, VectorType type) {
    return values[row];
  }

  @Override
  public long memoryBytes() {
    return (long) values.length * Double.BYTES + nullBytes();
  }
}
