package dev.colonnade.store;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;

/**
 * How a cursor reads.
 *
 * @param bounds the cursor shows no key outside of these, so its user need not compare keys
 * @param fillCache whether blocks read from the disk stay in the cache; off for one-time passes
 *     over much data, so that they do not wash out what others need
 * @param readaheadBytes how much to read ahead at least, for long passes over cold data; 0 leaves
 *     it to the store, which starts small and doubles
 */
public record CursorOptions(KeySpan bounds, boolean fillCache, long readaheadBytes) {
  /** Most bytes to read ahead. */
  public static final long READAHEAD_BYTES_MAX = 64L * 1024 * 1024;

  public CursorOptions {
    requireNonNull(bounds, "bounds is null");
    if (readaheadBytes < 0 || readaheadBytes > READAHEAD_BYTES_MAX) {
      throw new IllegalArgumentException(
          "readahead out of limits readaheadBytes=%d max=%d"
              .formatted(readaheadBytes, READAHEAD_BYTES_MAX));
    }
  }

  /** Reads {@code bounds} by way of the cache. */
  public static CursorOptions over(KeySpan bounds) {
    return new CursorOptions(bounds, true, 0);
  }

  /** The same, leaving the cache as it is. */
  public CursorOptions withoutFillingCache() {
    return new CursorOptions(bounds, false, readaheadBytes);
  }

  /** The same, reading ahead at least so much. */
  public CursorOptions withReadahead(long bytes) {
    return new CursorOptions(bounds, fillCache, bytes);
  }
}
