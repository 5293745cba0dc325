package dev.colonnade.sql.vector;

import org.jspecify.annotations.Nullable;

/** Values of BOOLEAN. */
public final class BooleanVector extends Vector {
  private final boolean[] values;

  public BooleanVector(boolean[] values, boolean @Nullable [] nulls) {
    super(nulls);
    this.values = values;
  }

  /** At least as many as there are rows; those of NULLs mean nothing. */
  public boolean[] values() {
    return values;
  }

  /** Returns whether a row is true, and so neither false nor NULL. */
  public boolean isTrue(int row) {
    return values[row] && !isNull(row);
  }

  /** The rows that are true, in {@code into}. Returns how many there are. */
  public int select(int count, int[] into) {
    int selected = 0;
    for (int row = 0; row < count; row++) {
      into[selected] = row;
      selected += isTrue(row) ? 1 : 0;
    }
    return selected;
  }

  @Override
  public BooleanVector gather(int[] rows, int count) {
    boolean[] gathered = new boolean[count];
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      gathered[i] = row != NO_ROW && values[row];
    }
    return new BooleanVector(gathered, gatheredNulls(rows, count));
  }

  @Override
  Object value(int row, VectorType type) {
    return values[row];
  }

  @Override
  public long memoryBytes() {
    return values.length + nullBytes();
  }
}
