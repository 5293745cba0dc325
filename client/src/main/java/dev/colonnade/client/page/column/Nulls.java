package dev.colonnade.client.page.column;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * NULL mask of a column: no row, the rows whose bit in a validity bitmap is clear, the rows whose null bit in the row is set, or all rows.
 */
public final class Nulls {
  private static final ByteBuffer DETACHED = ByteBuffer.allocate(0);

  /** Bit that denotes NULL in all rows, if there is no memory. */
  private static final int ALL_BIT = -1;

  private final int @Nullable [] starts;
  private final int bit;
  private @Nullable ByteBuffer memory;

  private Nulls(@Nullable ByteBuffer memory, int @Nullable [] starts, int bit) {
    this.memory = memory;
    this.starts = starts;
    this.bit = bit;
  }

  /** Returns the mask of a column without NULLs. */
  public static Nulls none() {
    return new Nulls(null, null, 0);
  }

  /** Returns the mask of a column that is NULL in all rows. */
  public static Nulls all() {
    return new Nulls(null, null, ALL_BIT);
  }

  /** Returns the mask of a validity bitmap, in which a 0 bit means NULL, as in Arrow. */
  public static Nulls validity(ByteBuffer bitmap) {
    return new Nulls(bitmap, null, 0);
  }

  /**
   * Returns the mask of null bits in the rows: a row is NULL if the bit of that number, counted from the start of the row, is 1.
   */
  public static Nulls inRows(ByteBuffer memory, int[] starts, int bit) {
    return new Nulls(memory, starts, bit);
  }

  boolean isNull(int row) {
    ByteBuffer bits = memory;
    if (bits == null) {
      return bit == ALL_BIT;
    }
    return starts == null
        ? (bits.get(row >>> 3) & (1 << (row & 7))) == 0
        : (bits.get(starts[row] + (bit >>> 3)) & (1 << (bit & 7))) != 0;
  }

  void detach() {
    if (memory != null) {
      memory = DETACHED;
    }
  }
}
