package dev.colonnade.storage.config;

/**
 * Limits of the off-heap memory of results, and of the size of a row. The caches and buffers of the
 * store have separate limits.
 *
 * @param directBytesMax bytes of all requests together, including results that wait to be sent,
 *     default 192 MiB, at least three of the largest rows
 * @param requestBytesMax bytes of one request, default 64 MiB, at least two of the largest rows
 * @param rowBytesMax maximum bytes of a row's values, default a seventh of the heap beyond 256 MiB,
 *     at least a twelfth of the heap and 8 MiB, and at most 257 MiB
 */
public record MemoryLimits(long directBytesMax, long requestBytesMax, int rowBytesMax) {
  private static final long MIB = 1024 * 1024;

  public static final long DIRECT_BYTES_MIN = MIB;
  public static final int ROW_BYTES_MAX = (int) (384 * MIB);

  public static final MemoryLimits DEFAULT = ofRow(rowBytes(Runtime.getRuntime().maxMemory()));

  /** Returns the default limits for rows of at most {@code rowBytes} bytes. */
  public static MemoryLimits ofRow(int rowBytes) {
    return new MemoryLimits(
        Math.max(192 * MIB, 3L * rowBytes), Math.max(64 * MIB, 2L * rowBytes), rowBytes);
  }

  /** Returns the default size of a row for a heap of this size, on which a row has copies. */
  static int rowBytes(long heapBytes) {
    long part = Math.max(heapBytes / 12, (heapBytes - 256 * MIB) / 7);
    return (int) Math.clamp(part, 8 * MIB, 257 * MIB);
  }

  public MemoryLimits {
    if (directBytesMax < DIRECT_BYTES_MIN) {
      throw new IllegalArgumentException(
          "out of range: directBytesMax=" + directBytesMax + " min=" + DIRECT_BYTES_MIN);
    }
    if (requestBytesMax < 1 || requestBytesMax > directBytesMax) {
      throw new IllegalArgumentException(
          "out of range: requestBytesMax=" + requestBytesMax + " directBytesMax=" + directBytesMax);
    }
    if (rowBytesMax < 1 || rowBytesMax > ROW_BYTES_MAX) {
      throw new IllegalArgumentException(
          "out of range: rowBytesMax=" + rowBytesMax + " max=" + ROW_BYTES_MAX);
    }
  }
}
