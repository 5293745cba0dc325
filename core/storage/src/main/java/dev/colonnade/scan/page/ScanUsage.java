package dev.colonnade.scan.page;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Resources consumed by a page or scan; the limits of a request apply to the same counters.
 *
 * @param rows rows returned
 * @param keyValues visible KVs that were read, of returned and of rejected rows
 * @param encodedBytes encoded bytes of the result, before compression
 * @param scannedBytes bytes of all keys and values that were read, visible or not
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
