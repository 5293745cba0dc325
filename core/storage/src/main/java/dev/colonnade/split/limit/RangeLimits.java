package dev.colonnade.split.limit;

/**
 * How large and how busy a range may be.
 *
 * @param maxBytes a range that holds more, its past included, is split
 * @param minBytes a range that holds less is merged with neighbours
 * @param hardMaxBytes no write makes a range larger than this
 * @param requestsPerSecondMax a range that gets more requests than this is split
 */
public record RangeLimits(
    long maxBytes, long minBytes, long hardMaxBytes, double requestsPerSecondMax) {
  public static final long MAX_BYTES_LEAST = 64L << 10;
  public static final long MAX_BYTES_MOST = 1L << 40;

  /** The hard limit is no smaller by itself: room for a few batches. */
  public static final long HARD_MAX_BYTES_LEAST = 64L << 20;

  private static final long HARD_MAX_FACTOR = 4;
  private static final long MIN_DIVISOR = 16;

  /** So much larger than the least size is the largest at least, or splits would be undone. */
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

  /** Limits that follow from the largest size. */
  public static RangeLimits ofMaxBytes(long maxBytes) {
    return new RangeLimits(
        maxBytes,
        maxBytes / MIN_DIVISOR,
        Math.max(HARD_MAX_FACTOR * maxBytes, HARD_MAX_BYTES_LEAST),
        2_500);
  }

  /** The same with another least size. */
  public RangeLimits withMinBytes(long other) {
    return new RangeLimits(maxBytes, other, hardMaxBytes, requestsPerSecondMax);
  }

  /** The same with another hard limit. */
  public RangeLimits withHardMaxBytes(long other) {
    return new RangeLimits(maxBytes, minBytes, other, requestsPerSecondMax);
  }

  /** The same with another number of requests. */
  public RangeLimits withRequestsPerSecondMax(double other) {
    return new RangeLimits(maxBytes, minBytes, hardMaxBytes, other);
  }

  /** What a piece of a split aims at, and most that a merge may make: room to grow either way. */
  public long targetBytes() {
    return maxBytes / 2;
  }
}
