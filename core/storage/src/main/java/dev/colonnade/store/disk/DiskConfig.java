package dev.colonnade.store.disk;

/**
 * Configuration of the disk of a store.
 *
 * @param reserveBytes size of the reserve; 0 for none. Writes that add rows are refused while less
 *     than this is free beside the reserve
 * @param diskShareMax the reserve is at most the disk's size divided by this
 */
public record DiskConfig(long reserveBytes, int diskShareMax) {
  public static final long RESERVE_BYTES_MAX = 1L << 40;

  /** No reserve: writes fail when the file system has no space. */
  public static final DiskConfig OFF = new DiskConfig(0, 1);

  private static final int AUTOMATIC_SHARE = 32;
  private static final long AUTOMATIC_BYTES_MAX = 256L << 20;

  public DiskConfig {
    if (reserveBytes < 0 || reserveBytes > RESERVE_BYTES_MAX) {
      throw new IllegalArgumentException(
          "out of range: reserveBytes=%d min=0 max=%d".formatted(reserveBytes, RESERVE_BYTES_MAX));
    }
    if (diskShareMax < 1) {
      throw new IllegalArgumentException("not positive: diskShareMax=" + diskShareMax);
    }
  }

  /** Returns a configuration with a reserve of this size, whatever the size of the disk. */
  public static DiskConfig of(long reserveBytes) {
    return new DiskConfig(reserveBytes, 1);
  }

  /**
   * Returns the configuration for a store with write buffers of this size: a reserve of two of
   * them, which a store that has run out of space needs to write them to the disk, at most 256 MiB
   * and a 32nd of the disk.
   */
  public static DiskConfig automatic(long writeBufferBytes) {
    return new DiskConfig(Math.min(2 * writeBufferBytes, AUTOMATIC_BYTES_MAX), AUTOMATIC_SHARE);
  }

  /** Returns the size of the reserve on a disk of this size. */
  public long reserveBytesOn(long diskBytes) {
    return Math.min(reserveBytes, diskBytes / diskShareMax);
  }
}
