package dev.colonnade.sql.vector;

import org.jspecify.annotations.Nullable;

/** Values of one column. Not changed once it was given on. */
public abstract sealed class Vector
    permits LongVector, DoubleVector, BooleanVector, TextVector, ObjectVector {
  /** In {@link #gather}: take no row, but NULL. */
  public static final int NO_ROW = -1;

  private final boolean @Nullable [] nulls;

  Vector(boolean @Nullable [] nulls) {
    this.nulls = nulls;
  }

  /** Returns the null flags of the rows; null if no row is NULL. */
  public final boolean @Nullable [] nulls() {
    return nulls;
  }

  public final boolean isNull(int row) {
    return nulls != null && nulls[row];
  }

  /** The values of these rows; {@link #NO_ROW} stands for NULL. */
  public abstract Vector gather(int[] rows, int count);

  /** A value as statements hold it. */
  public final @Nullable Object held(int row, VectorType type) {
    return isNull(row) ? null : value(row, type);
  }

  /** Variant of {@link #held} for a row that is not NULL. */
  abstract Object value(int row, VectorType type);

  /** About how many bytes of memory it takes. */
  public abstract long memoryBytes();

  final boolean @Nullable [] gatheredNulls(int[] rows, int count) {
    boolean[] gathered = null;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      if (row == NO_ROW || (nulls != null && nulls[row])) {
        if (gathered == null) {
          gathered = new boolean[count];
        }
        gathered[i] = true;
      }
    }
    return gathered;
  }

  final long nullBytes() {
    return nulls == null ? 0 : nulls.length;
  }
}
