package dev.colonnade.split.limit;

/**
 * Limits of the size and the load of a range.
 *
 * @param maxBytes size, old versions included, above which a range is split
 * @param minBytes size below which a range is merged with adjacent ranges
 * @param hardMaxBytes size that no write may exceed
 * @param requestsPerSecondMax request rate above which a range is split
 */
public record RangeLimits(
    long maxBytes, long minBytes, long hardMaxBytes, double requestsPerSecondMax) {
  public static final long MAX_BYTES_LEAST = 64L << 10;
  public static final long MAX_BYTES_MOST = 1L << 40;

  /** Minimum of the derived hard limit: capacity for a few batches. */
  public static final long HARD_MAX_BYTES_LEAST = 64L << 20;

  private static final long HARD_MAX_FACTOR = 4;
  private static final long MIN_DIVISOR = 16;

  /** Minimum ratio of maxBytes to minBytes; with a smaller ratio, merges would undo splits. */
  private static final long MIN_DIVISOR_LEAST = 4;

  public static final RangeLimits DEFAULT = ofMaxBytes(256L << 20);

  public RangeLimits {
    if (maxBytes < MAX_BYTES_LEAST || maxBytes > MAX_BYTES_MOST) {
      throw new IllegalArgumentException(
          "maxBytes out of range maxBytes=%d min=%d max=%d"
              .formatted(maxBytes, MAX_BYTES_LEAST, MAX_BYTES_MOST));
    }
    if (minBytes < 0 || minBytes > maxBytes / MIN_DIVISOR_LEAST) {
      throw new IllegalArgumentException(
          "minBytes out of range, ranges would be merged and split for ever minBytes=%d max=%d"
              .formatted(minBytes, maxBytes / MIN_DIVISOR_LEAST));
    }
    if (hardMaxBytes < 2 * maxBytes) {
      throw new IllegalArgumentException(
          "hardMaxBytes too small hardMaxBytes=%d min=%d".formatted(hardMaxBytes, 2 * maxBytes));
    }
    if (!(requestsPerSecondMax > 0)) {
      throw new IllegalArgumentException(
          "not positive requestsPerSecondMax=" + requestsPerSecondMax);
    }
  }

  /** Returns the limits derived from the maximum size. */
  public static RangeLimits ofMaxBytes(long maxBytes) {
    return new RangeLimits(
        maxBytes,
        maxBytes / MIN_DIVISOR,
        Math.max(HARD_MAX_FACTOR * maxBytes, HARD_MAX_BYTES_LEAST),
        2_500);
  }

  /** Returns a copy with another minimum size. */
  public RangeLimits withMinBytes(long other) {
    return new RangeLimits(maxBytes, other, hardMaxBytes, requestsPerSecondMax);
  }

  /** Returns a copy with another hard limit. */
  public RangeLimits withHardMaxBytes(long other) {
    return new RangeLimits(maxBytes, minBytes, other, requestsPerSecondMax);
  }

  /** Returns a copy with another maximum request rate. */
  public RangeLimits withRequestsPerSecondMax(double other) {
    return new RangeLimits(maxBytes, minBytes, hardMaxBytes, other);
  }

  /**
   * Returns the target size of the pieces of a split, and maximum size of a merged range: half of
   * the maximum.
   */
  public long targetBytes() {
    return maxBytes / 2;
  }
}
