package dev.colonnade.client.page.column;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Where the fixed-width values of a column are: side by side, or at the same place in each of many
 * rows. One class for both, so that readers stay simple and calls stay direct.
 */
public final class Slots {
  private static final ByteBuffer DETACHED = ByteBuffer.allocate(0);

  private final int @Nullable [] starts;
  private final int offset;
  private final int strideBytes;
  private ByteBuffer memory;

  private Slots(ByteBuffer memory, int @Nullable [] starts, int offset, int strideBytes) {
    this.memory = requireNonNull(memory, "memory is null");
    this.starts = starts;
    this.offset = offset;
    this.strideBytes = strideBytes;
  }

  /** Values side by side from the start of {@code memory} on, which must be little-endian. */
  public static Slots dense(ByteBuffer memory, int widthBytes) {
    return new Slots(memory, null, 0, widthBytes);
  }

  /** The value of a row is {@code offset} bytes after the start of the row. */
  public static Slots inRows(ByteBuffer memory, int[] starts, int offset) {
    return new Slots(memory, starts, offset, 0);
  }

  /** What the values are in; little-endian. */
  ByteBuffer memory() {
    return memory;
  }

  /** The offset of a row's value within the memory. */
  int offset(int row) {
    return starts == null ? row * strideBytes : starts[row] + offset;
  }

  /** Whether the values are side by side. */
  boolean isDense() {
    return starts == null;
  }

  /** Copies eight-byte values that are side by side. */
  void copyDenseLongs(int fromRow, int rowCount, long[] target, int targetOffset) {
    memory
        .slice(offset(fromRow), rowCount * Long.BYTES)
        .order(memory.order())
        .asLongBuffer()
        .get(target, targetOffset, rowCount);
  }

  /** Copies four-byte values that are side by side. */
  void copyDenseInts(int fromRow, int rowCount, int[] target, int targetOffset) {
    memory
        .slice(offset(fromRow), rowCount * Integer.BYTES)
        .order(memory.order())
        .asIntBuffer()
        .get(target, targetOffset, rowCount);
  }

  /** Copies eight-byte floating-point values that are side by side. */
  void copyDenseDoubles(int fromRow, int rowCount, double[] target, int targetOffset) {
    memory
        .slice(offset(fromRow), rowCount * Double.BYTES)
        .order(memory.order())
        .asDoubleBuffer()
        .get(target, targetOffset, rowCount);
  }

  void detach() {
    memory = DETACHED;
  }
}
