package dev.colonnade.scan.segment;

/**
 * Limits of segments on disk.
 *
 * @param bytesMax most bytes of all files; 0 for no segments
 * @param fileBytesMax bytes of a file after which the next one begins
 */
public record SegmentLimits(long bytesMax, long fileBytesMax) {
  public static final long BYTES_MAX = 1L << 46;

  private static final long FILE_BYTES_DEFAULT = 64L * 1024 * 1024;

  public SegmentLimits {
    if (bytesMax < 0 || bytesMax > BYTES_MAX || fileBytesMax < 1) {
      throw new IllegalArgumentException(
          "out of range: bytesMax=" + bytesMax + " fileBytesMax=" + fileBytesMax);
    }
  }

  /** Returns limits with the default size of files. */
  public static SegmentLimits of(long bytesMax) {
    return new SegmentLimits(bytesMax, FILE_BYTES_DEFAULT);
  }
}
