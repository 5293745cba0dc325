package dev.colonnade.scan.column;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.memory.RequestMemory;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Memory of a batch that is being built: one allocation, divided among all columns. A single
 * allocation, because an allocation costs as much as a row, and hundreds of them would dominate a
 * page of a thousand columns.
 *
 * <p>The addresses are in arrays indexed by column, for the inner loop. Validity bitmaps are
 * reserved from the start but written only from the first NULL on.
 */
final class BatchMemory {
  private final ArrowBuf buffer;

  final int rowCapacity;
  final long[] validity;
  final long[] values;

  /** The bytes of variable-width values; {@link #values} are their offsets. */
  final long[] bytes;

  final int[] bytesCapacity;

  /**
   * Allocates memory for {@code rowCapacity} rows and, by column, {@code bytesCapacity}
   * variable-width bytes.
   */
  BatchMemory(BatchSchema schema, RequestMemory memory, int rowCapacity, int[] bytesCapacity) {
    this.rowCapacity = rowCapacity;
    this.bytesCapacity = bytesCapacity;
    int columns = schema.columnCount();
    this.validity = new long[columns];
    this.values = new long[columns];
    this.bytes = new long[columns];
    this.buffer = memory.allocate(bytesNeeded(schema, rowCapacity, bytesCapacity));
    long at = buffer.memoryAddress();
    for (int i = 0; i < columns; i++) {
      validity[i] = at;
      values[i] = validity[i] + validityBytes(rowCapacity);
      bytes[i] = values[i] + valueBytes(schema.kind(i), rowCapacity);
      at = bytes[i] + BatchLayout.alignedInMemory(bytesCapacity[i]);
      if (schema.kind(i) == ArrowConversion.VARIABLE) {
        NativeMemory.putInt(values[i], 0);
      }
    }
    assert at - buffer.memoryAddress() <= buffer.capacity() : "columns do not fit their memory";
  }

  /** Returns the size of an allocation with these capacities. */
  static long bytesNeeded(BatchSchema schema, int rowCapacity, int[] bytesCapacity) {
    long needed = 0;
    for (int i = 0; i < bytesCapacity.length; i++) {
      needed +=
          validityBytes(rowCapacity)
              + valueBytes(schema.kind(i), rowCapacity)
              + BatchLayout.alignedInMemory(bytesCapacity[i]);
    }
    return Math.max(needed, BatchLayout.MEMORY_ALIGNMENT_BYTES);
  }

  private static long validityBytes(int rows) {
    return BatchLayout.alignedInMemory(BatchLayout.bytesOfBits(rows));
  }

  private static long valueBytes(ArrowConversion kind, int rows) {
    // There is one more offset than rows.
    long count = kind == ArrowConversion.VARIABLE ? rows + 1L : rows;
    return BatchLayout.alignedInMemory(BatchLayout.bytesOfBits(count * kind.bits()));
  }

  /** Returns the whole allocation. */
  public ArrowBuf buffer() {
    return buffer;
  }

  /**
   * Returns the slice at an address with {@code length} bytes of content, and zeros from there to
   * the message alignment.
   */
  ArrowBuf slice(long address, long length) {
    long padded = BatchLayout.padded(length);
    NativeMemory.fill(address + length, padded - length, (byte) 0);
    ArrowBuf slice = buffer.slice(address - buffer.memoryAddress(), padded);
    slice.writerIndex(length);
    return slice;
  }
}
