package dev.colonnade.protocol.result;

/**
 * Resource consumption of a page or a scan.
 *
 * @param rowCount rows returned
 * @param rowsScanned rows examined, including those that the predicate rejected
 * @param pairsScanned pairs read, each version and each family being one
 * @param scannedBytes bytes of keys and values of those pairs
 * @param encodedBytes payload bytes returned
 */
public record WireScanUsage(
    long rowCount, long rowsScanned, long pairsScanned, long scannedBytes, long encodedBytes) {
  public static final WireScanUsage NONE = new WireScanUsage(0, 0, 0, 0, 0);

  public WireScanUsage {
    if (rowCount < 0
        || rowsScanned < 0
        || pairsScanned < 0
        || scannedBytes < 0
        || encodedBytes < 0) {
      throw new IllegalArgumentException(
          "usage is below 0: rowCount="
              + rowCount
              + " rowsScanned="
              + rowsScanned
              + " pairsScanned="
              + pairsScanned
              + " scannedBytes="
              + scannedBytes
              + " encodedBytes="
              + encodedBytes);
    }
  }

  /** Returns the sum of both. */
  public WireScanUsage plus(WireScanUsage other) {
    return new WireScanUsage(
        rowCount + other.rowCount,
        rowsScanned + other.rowsScanned,
        pairsScanned + other.pairsScanned,
        scannedBytes + other.scannedBytes,
        encodedBytes + other.encodedBytes);
  }
}
