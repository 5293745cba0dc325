package dev.colonnade.scan.cache;

/**
 * Size limits of the column cache and of its blocks.
 *
 * @param bytesMax most bytes of off-heap memory for columns and row keys; 0 disables the cache
 * @param blockRowsMax most rows of a block
 * @param blockRowsMin fewest rows of a block; fewer are not cached, because reading them is cheap
 * @param blockBytesMax approximate bytes of stored keys and values of a block
 * @param scanRowsMin fewest expected rows of scans that use the cache; other scans read the store
 */
public record ColumnCacheOptions(
    long bytesMax, int blockRowsMax, int blockRowsMin, int blockBytesMax, int scanRowsMin) {
  public static final long BYTES_MAX = 1L << 42;
  public static final int BLOCK_ROWS_MAX = 1 << 20;
  public static final int BLOCK_BYTES_MAX = 64 * 1024 * 1024;

  private static final int BLOCK_ROWS_DEFAULT = 8192;
  private static final int BLOCK_ROWS_MIN_DEFAULT = 256;
  private static final int BLOCK_BYTES_DEFAULT = 2 * 1024 * 1024;
  private static final int SCAN_ROWS_MIN_DEFAULT = 1024;

  /** Options that disable the cache. */
  public static final ColumnCacheOptions OFF = of(0);

  public ColumnCacheOptions {
    requireWithin("bytesMax", bytesMax, 0, BYTES_MAX);
    requireWithin("blockRowsMax", blockRowsMax, 1, BLOCK_ROWS_MAX);
    requireWithin("blockRowsMin", blockRowsMin, 0, blockRowsMax);
    requireWithin("blockBytesMax", blockBytesMax, 1, BLOCK_BYTES_MAX);
    requireWithin("scanRowsMin", scanRowsMin, 0, Integer.MAX_VALUE);
  }

  /** Returns options with {@code bytesMax} bytes and default block sizes. */
  public static ColumnCacheOptions of(long bytesMax) {
    return new ColumnCacheOptions(
        bytesMax,
        BLOCK_ROWS_DEFAULT,
        BLOCK_ROWS_MIN_DEFAULT,
        BLOCK_BYTES_DEFAULT,
        SCAN_ROWS_MIN_DEFAULT);
  }

  private static void requireWithin(String name, long value, long min, long max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          "out of range: " + name + "=" + value + " min=" + min + " max=" + max);
    }
  }
}
