package dev.colonnade.protocol.scan;

/**
 * Resource consumption of a page or a scan.
 *
 * @param rowCount rows returned
 * @param rowsScanned rows examined, including those that the predicate rejected
 * @param pairsScanned pairs read, each version and each family being one
 * @param scannedBytes bytes of keys and values of those pairs
 * @param encodedBytes payload bytes returned
 */
public record Usage(
    long rowCount, long rowsScanned, long pairsScanned, long scannedBytes, long encodedBytes) {
  public static final Usage NONE = new Usage(0, 0, 0, 0, 0);

  public Usage {
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
  public Usage plus(Usage other) {
    return new Usage(
        rowCount + other.rowCount,
        rowsScanned + other.rowsScanned,
        pairsScanned + other.pairsScanned,
        scannedBytes + other.scannedBytes,
        encodedBytes + other.encodedBytes);
  }
}
