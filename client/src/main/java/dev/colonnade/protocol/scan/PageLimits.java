package dev.colonnade.protocol.scan;

/**
 * When a page ends. A row is never cut: the first row of a page is completed even past a limit,
 * unless empty pages are allowed.
 *
 * @param rowCountMax 0 for the server's own limit
 * @param encodedBytesMax 0 for the server's own limit
 * @param scannedBytesMax 0 for the server's own limit
 * @param emptyAllowed whether a page may end before its first row
 */
public record PageLimits(
    int rowCountMax, long encodedBytesMax, long scannedBytesMax, boolean emptyAllowed) {
  /** The limits that the server is configured with. */
  public static final PageLimits SERVER_DEFAULTS = new PageLimits(0, 0, 0, false);

  public PageLimits {
    if (rowCountMax < 0 || encodedBytesMax < 0 || scannedBytesMax < 0) {
      throw new IllegalArgumentException(
          "page limits are below 0: rowCountMax="
              + rowCountMax
              + " encodedBytesMax="
              + encodedBytesMax
              + " scannedBytesMax="
              + scannedBytesMax);
    }
  }
}
