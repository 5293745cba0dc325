package dev.colonnade.sql.vector;

import org.jspecify.annotations.Nullable;

/** Values as statements hold them. */
public final class ObjectVector extends Vector {
  private static final int OBJECT_BYTES = 48;

  private final @Nullable Object[] values;

  private ObjectVector(@Nullable Object[] values, boolean @Nullable [] nulls) {
    super(nulls);
    this.values = values;
  }

  /** A vector of {@code count} values, of which null is NULL. */
  public static ObjectVector of(@Nullable Object[] values, int count) {
    boolean[] nulls = null;
    for (int row = 0; row < count; row++) {
      if (values[row] == null) {
        if (nulls == null) {
          nulls = new boolean[count];
        }
        nulls[row] = true;
      }
    }
    return new ObjectVector(values, nulls);
  }

  /** The value of a row; null is NULL. */
  public @Nullable Object value(int row) {
    return values[row];
  }

  @Override
  public ObjectVector gather(int[] rows, int count) {
    @Nullable Object[] gathered = new @Nullable Object[count];
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      gathered[i] = row == NO_ROW ? null : values[row];
    }
    return of(gathered, count);
  }

  @Override
  Object value(int row, VectorType type) {
    Object value = values[row];
    if (value == null) {
      throw new IllegalStateException("value is NULL row=" + row);
    }
    return value;
  }

  @Override
  public long memoryBytes() {
    return (long) values.length * OBJECT_BYTES + nullBytes();
  }
}
