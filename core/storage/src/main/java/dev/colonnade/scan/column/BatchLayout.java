package dev.colonnade.scan.column;

/**
 * Layout of a record batch, as a message of Arrow's IPC format and in memory.
 *
 * <pre>
 *   message   +------------+--------+----------------------------------+---------+------
 *             | FF FF FF FF| length | flatbuffer: per column 16 bytes, | padding | body
 *             |            | i32    | per buffer 16 bytes, and the rest| to 8    |
 *             +------------+--------+----------------------------------+---------+------
 *   body      the buffers of all columns, each padded to 8 with zeros
 *   column    validity bitmap (only where there is a NULL), then the values;
 *             of variable width: validity, rows + 1 offsets, bytes
 * </pre>
 */
public final class BatchLayout {
  /** Alignment of buffers in a message. */
  public static final int ALIGNMENT_BYTES = 8;

  /** Alignment of buffers in memory, as Arrow recommends. */
  public static final int MEMORY_ALIGNMENT_BYTES = 64;

  /** Bytes of an offset of variable-width values. */
  public static final int OFFSET_BYTES = 4;

  /**
   * Bytes of metadata for a column (length and null count) and for a buffer (offset and length).
   */
  private static final int NODE_BYTES = 16;

  /**
   * Bytes of metadata that do not depend on the columns. A test compares this constant with Arrow's
   * output.
   */
  private static final int FIXED_METADATA_BYTES = 96;

  /** Bytes of the body's length, which is omitted if it is zero. */
  private static final int BODY_LENGTH_BYTES = 8;

  private BatchLayout() {}

  /**
   * Returns the bytes of a record batch's metadata, the length in front of it and the padding
   * included.
   */
  public static long metadataBytes(int columnCount, int bufferCount) {
    int withoutBody = bufferCount == 0 ? BODY_LENGTH_BYTES : 0;
    return FIXED_METADATA_BYTES - withoutBody + (long) NODE_BYTES * (columnCount + bufferCount);
  }

  /** Returns {@code bytes} with the padding that follows them in a message. */
  public static long padded(long bytes) {
    return (bytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
  }

  /** Returns {@code bytes} rounded up to the start of the next buffer in memory. */
  static long alignedInMemory(long bytes) {
    return (bytes + MEMORY_ALIGNMENT_BYTES - 1) & -MEMORY_ALIGNMENT_BYTES;
  }

  /** Returns the number of bytes for {@code bits} bits. */
  static long bytesOfBits(long bits) {
    return (bits + Byte.SIZE - 1) >>> 3;
  }
}
