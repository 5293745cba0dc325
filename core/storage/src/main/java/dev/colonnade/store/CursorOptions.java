package dev.colonnade.store;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;

/**
 * Read options of a cursor.
 *
 * @param bounds span of the visible keys; callers need not compare keys with it
 * @param fillCache whether blocks read from disk are added to the block cache; false for one-time
 *     scans of much data, so that they do not evict blocks that other reads need
 * @param readaheadBytes minimum readahead in bytes, for long scans of cold data; 0 selects the
 *     automatic readahead of the store, which starts small and doubles
 */
public record CursorOptions(KeySpan bounds, boolean fillCache, long readaheadBytes) {
  /** Maximum readahead in bytes. */
  public static final long READAHEAD_BYTES_MAX = 64L * 1024 * 1024;

  public CursorOptions {
    requireNonNull(bounds, "bounds is null");
    if (readaheadBytes < 0 || readaheadBytes > READAHEAD_BYTES_MAX) {
      throw new IllegalArgumentException(
          "readahead out of limits readaheadBytes=%d max=%d"
              .formatted(readaheadBytes, READAHEAD_BYTES_MAX));
    }
  }

  /** Returns options for a read of {@code bounds} that fills the cache. */
  public static CursorOptions over(KeySpan bounds) {
    return new CursorOptions(bounds, true, 0);
  }

  /** Returns these options with a read that does not fill the cache. */
  public CursorOptions withoutFillingCache() {
    return new CursorOptions(bounds, false, readaheadBytes);
  }

  /** Returns these options with a minimum readahead. */
  public CursorOptions withReadahead(long bytes) {
    return new CursorOptions(bounds, fillCache, bytes);
  }
}
