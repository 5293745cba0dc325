package dev.colonnade.protocol.scan;

/**
 * Limits of a page. A row is never split: the first row of a page is completed even beyond a limit,
 * unless empty pages are allowed.
 *
 * @param rowCountMax 0 for the limit that the server is configured with
 * @param encodedBytesMax 0 for the limit that the server is configured with
 * @param scannedBytesMax 0 for the limit that the server is configured with
 * @param emptyAllowed whether a page may end before its first row
 */
public record ScanPageLimits(
    int rowCountMax, long encodedBytesMax, long scannedBytesMax, boolean emptyAllowed) {
  /** Limits that the server is configured with. */
  public static final ScanPageLimits SERVER_DEFAULTS = new ScanPageLimits(0, 0, 0, false);

  public ScanPageLimits {
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
