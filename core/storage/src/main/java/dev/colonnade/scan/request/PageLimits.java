package dev.colonnade.scan.request;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Size limits of a page. Each limit is positive or {@link #NONE}; all of them apply.
 *
 * @param rows most rows of the page
 * @param encodedBytes most encoded bytes of the page, before compression; exceeded only by a first
 *     row that is larger alone
 * @param scannedBytes limit of the bytes of keys and values that are read, checked between rows: a
 *     page may exceed it by a row, and may end without a row
 */
public record PageLimits(long rows, long encodedBytes, long scannedBytes) {
  /** No limit. */
  public static final long NONE = Long.MAX_VALUE;

  /**
   * Default of the encoded bytes: a few large messages are cheaper than many small ones; beyond
   * this the gain is small.
   */
  public static final long ENCODED_BYTES_DEFAULT = 1024 * 1024;

  /** Most encoded bytes of any page, because Arrow's offsets have 32 bits. */
  public static final long ENCODED_BYTES_MAX = 1024 * 1024 * 1024;

  /** Most rows of any page. */
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

  /** Returns the effective limit of rows. */
  public int rowsInForce() {
    return (int) Math.min(rows, ROWS_MAX);
  }

  /** Returns the effective limit of encoded bytes. */
  public long encodedBytesInForce() {
    return Math.min(encodedBytes, ENCODED_BYTES_MAX);
  }
}
