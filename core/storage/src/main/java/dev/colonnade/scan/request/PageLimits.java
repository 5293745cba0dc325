package dev.colonnade.scan.request;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * How large a page may become. Each limit is positive or {@link #NONE}; all of them hold at once.
 *
 * @param rows rows of the page
 * @param encodedBytes bytes of the page as it is sent, before compression; passed only by a first
 *     row that is larger on its own
 * @param scannedBytes bytes of keys and values to come by, looked at between rows: a page may be
 *     longer by a row, and end without a row
 */
public record PageLimits(long rows, long encodedBytes, long scannedBytes) {
  /** No limit. */
  public static final long NONE = Long.MAX_VALUE;

  /** Few large messages are cheaper than many small ones; beyond this the gain is small. */
  public static final long ENCODED_BYTES_DEFAULT = 1024 * 1024;

  /** The most bytes of any page, because Arrow's offsets have 32 bits. */
  public static final long ENCODED_BYTES_MAX = 1024 * 1024 * 1024;

  /** The most rows of any page. */
  public static final long ROWS_MAX = 1 << 30;

  public static final PageLimits DEFAULT = new PageLimits(NONE, ENCODED_BYTES_DEFAULT, NONE);

  public PageLimits {
    requirePositive("rows", rows);
    requirePositive("encodedBytes", encodedBytes);
    requirePositive("scannedBytes", scannedBytes);
  }

  static void requirePositive(String name, long limit) {
    if (limit < 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "limit must be positive: " + name + "=" + limit);
    }
  }

  public PageLimits withRows(long other) {
    return new PageLimits(other, encodedBytes, scannedBytes);
  }

  public PageLimits withEncodedBytes(long other) {
    return new PageLimits(rows, other, scannedBytes);
  }

  public PageLimits withScannedBytes(long other) {
    return new PageLimits(rows, encodedBytes, other);
  }

  /** The limit of rows that is in force. */
  public int rowsInForce() {
    return (int) Math.min(rows, ROWS_MAX);
  }

  /** The limit of encoded bytes that is in force. */
  public long encodedBytesInForce() {
    return Math.min(encodedBytes, ENCODED_BYTES_MAX);
  }
}
