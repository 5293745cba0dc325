package dev.colonnade.scan.page;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * What was consumed; the same figures are charged against the limits of a request.
 *
 * @param rows rows returned
 * @param keyValues visible KVs that were read, of rows returned and refused
 * @param encodedBytes bytes of the result as it is sent, before compression
 * @param scannedBytes bytes of all keys and values that were come by, shown or not
 */
public record ScanUsage(long rows, long keyValues, long encodedBytes, long scannedBytes) {
  public static final ScanUsage NONE = new ScanUsage(0, 0, 0, 0);

  public ScanUsage {
    if (rows < 0 || keyValues < 0 || encodedBytes < 0 || scannedBytes < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "usage below zero: rows=%d keyValues=%d encodedBytes=%d scannedBytes=%d"
              .formatted(rows, keyValues, encodedBytes, scannedBytes));
    }
  }

  public ScanUsage plus(ScanUsage other) {
    return new ScanUsage(
        rows + other.rows,
        keyValues + other.keyValues,
        encodedBytes + other.encodedBytes,
        scannedBytes + other.scannedBytes);
  }
}
