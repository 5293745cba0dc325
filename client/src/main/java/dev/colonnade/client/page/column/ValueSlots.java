package dev.colonnade.client.page.column;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Locations of the fixed-width values of a column: contiguous, or at the same offset of each row.
 * One final class implements both, including the loops over many values, so that no call in a loop
 * is virtual.
 */
public final class ValueSlots {
  private static final ByteBuffer DETACHED = ByteBuffer.allocate(0);

  private final int @Nullable [] starts;
  private final int offset;
  private final int strideBytes;
  private ByteBuffer memory;

  private ValueSlots(ByteBuffer memory, int @Nullable [] starts, int offset, int strideBytes) {
    this.memory = requireNonNull(memory, "memory is null");
    this.starts = starts;
    this.offset = offset;
    this.strideBytes = strideBytes;
  }

  /**
   * Returns the slots of contiguous values from the start of {@code memory}, which must be
   * little-endian.
   */
  public static ValueSlots dense(ByteBuffer memory, int widthBytes) {
    return new ValueSlots(memory, null, 0, widthBytes);
  }

  /** Returns the slots of values at {@code offset} bytes after the start of each row. */
  public static ValueSlots inRows(ByteBuffer memory, int[] starts, int offset) {
    return new ValueSlots(memory, starts, offset, 0);
  }

  /** Returns the memory of the values; little-endian. */
  ByteBuffer memory() {
    return memory;
  }

  /** Returns the offset of a row's value within the memory. */
  int offset(int row) {
    return starts == null ? row * strideBytes : starts[row] + offset;
  }

  /** Copies eight-byte integers. */
  void copyLongs(int fromRow, int rowCount, long[] target, int targetOffset) {
    ByteBuffer in = memory;
    int[] rowStarts = starts;
    if (rowStarts != null) {
      for (int i = 0; i < rowCount; i++) {
        target[targetOffset + i] = in.getLong(rowStarts[fromRow + i] + offset);
      }
    } else if (strideBytes == Long.BYTES) {
      in.slice(offset(fromRow), rowCount * Long.BYTES)
          .order(in.order())
          .asLongBuffer()
          .get(target, targetOffset, rowCount);
    } else {
      for (int i = 0; i < rowCount; i++) {
        target[targetOffset + i] = in.getLong((fromRow + i) * strideBytes);
      }
    }
  }

  /** Copies four-byte integers. */
  void copyInts(int fromRow, int rowCount, int[] target, int targetOffset) {
    ByteBuffer in = memory;
    int[] rowStarts = starts;
    if (rowStarts != null) {
      for (int i = 0; i < rowCount; i++) {
        target[targetOffset + i] = in.getInt(rowStarts[fromRow + i] + offset);
      }
    } else if (strideBytes == Integer.BYTES) {
      in.slice(offset(fromRow), rowCount * Integer.BYTES)
          .order(in.order())
          .asIntBuffer()
          .get(target, targetOffset, rowCount);
    } else {
      for (int i = 0; i < rowCount; i++) {
        target[targetOffset + i] = in.getInt((fromRow + i) * strideBytes);
      }
    }
  }

  /** Copies eight-byte floating-point numbers. */
  void copyDoubles(int fromRow, int rowCount, double[] target, int targetOffset) {
    ByteBuffer in = memory;
    int[] rowStarts = starts;
    if (rowStarts != null) {
      for (int i = 0; i < rowCount; i++) {
        target[targetOffset + i] = in.getDouble(rowStarts[fromRow + i] + offset);
      }
    } else if (strideBytes == Double.BYTES) {
      in.slice(offset(fromRow), rowCount * Double.BYTES)
          .order(in.order())
          .asDoubleBuffer()
          .get(target, targetOffset, rowCount);
    } else {
      for (int i = 0; i < rowCount; i++) {
        target[targetOffset + i] = in.getDouble((fromRow + i) * strideBytes);
      }
    }
  }

  void detach() {
    memory = DETACHED;
  }
}
