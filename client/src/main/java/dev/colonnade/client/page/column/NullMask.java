package dev.colonnade.client.page.column;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * NULL mask of a column: no row, the rows whose bit in a validity bitmap is clear, the rows whose
 * null bit in the row is set, or all rows.
 */
public final class NullMask {
  private static final ByteBuffer DETACHED = ByteBuffer.allocate(0);

  /** Bit that denotes NULL in all rows, if there is no memory. */
  private static final int ALL_BIT = -1;

  private final int @Nullable [] starts;
  private final int bit;
  private @Nullable ByteBuffer memory;

  private NullMask(@Nullable ByteBuffer memory, int @Nullable [] starts, int bit) {
    this.memory = memory;
    this.starts = starts;
    this.bit = bit;
  }

  /** Returns the mask of a column without NULLs. */
  public static NullMask none() {
    return new NullMask(null, null, 0);
  }

  /** Returns the mask of a column that is NULL in all rows. */
  public static NullMask all() {
    return new NullMask(null, null, ALL_BIT);
  }

  /** Returns the mask of a validity bitmap, in which a 0 bit means NULL, as in Arrow. */
  public static NullMask validity(ByteBuffer bitmap) {
    return new NullMask(bitmap, null, 0);
  }

  /**
   * Returns the mask of null bits in the rows: a row is NULL if the bit of that number, counted
   * from the start of the row, is 1.
   */
  public static NullMask inRows(ByteBuffer memory, int[] starts, int bit) {
    return new NullMask(memory, starts, bit);
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
