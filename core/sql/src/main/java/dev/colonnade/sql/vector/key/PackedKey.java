package dev.colonnade.sql.vector.key;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import org.jspecify.annotations.Nullable;

/**
 * Join key that fits into a long: one column of longs, or two columns of 32 bits, the first of
 * which is the upper half. Immutable.
 */
public final class PackedKey {
  private static final long LOWER_HALF = 0xFFFF_FFFFL;

  private final int[] columns;

  /**
   * Creates a key.
   *
   * @param columns one or two columns of the batches
   */
  public PackedKey(int... columns) {
    if (columns.length < 1 || columns.length > 2) {
      throw new IllegalArgumentException(
          "key has %d columns, not 1 or 2".formatted(columns.length));
    }
    this.columns = columns.clone();
  }

  /** Returns whether values are longs: a NUMERIC may come as objects, and with another scale. */
  public static boolean isLong(VectorType type) {
    return type.form() == VectorType.Form.LONG && type.kind() != TypeKind.NUMERIC;
  }

  /** Returns whether values have at most 32 bits. */
  public static boolean isInt(VectorType type) {
    return switch (type.kind()) {
      case SMALLINT, INTEGER, DATE -> type.form() == VectorType.Form.LONG;
      default -> false;
    };
  }

  /** Returns the keys of the rows; those of NULLs mean nothing. */
  public long[] values(VectorBatch batch) {
    long[] first = ((LongVector) batch.column(columns[0])).values();
    if (columns.length == 1) {
      return first;
    }
    long[] second = ((LongVector) batch.column(columns[1])).values();
    long[] packed = new long[batch.rowCount()];
    for (int row = 0; row < packed.length; row++) {
      packed[row] = (first[row] << Integer.SIZE) | (second[row] & LOWER_HALF);
    }
    return packed;
  }

  /** Returns the rows with NULL in a column; null if there are none. */
  public boolean @Nullable [] nulls(VectorBatch batch) {
    boolean[] nulls = batch.column(columns[0]).nulls();
    boolean[] second = columns.length == 1 ? null : batch.column(columns[1]).nulls();
    if (nulls == null || second == null) {
      return nulls == null ? second : nulls;
    }
    boolean[] either = new boolean[batch.rowCount()];
    for (int row = 0; row < either.length; row++) {
      either[row] = nulls[row] || second[row];
    }
    return either;
  }
}
