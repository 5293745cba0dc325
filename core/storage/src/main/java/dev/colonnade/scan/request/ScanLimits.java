package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Limits of a scan.
 *
 * @param rowLimit most rows of the whole scan; 0 for no limit
 * @param rowEstimate estimated number of rows; 0 if unknown. A hint for memory sizes, not a limit.
 * @param page limits of each page
 * @param allowEmptyPage whether a page is returned empty if its first row alone exceeds the limit
 *     of encoded bytes; otherwise the page has that row
 */
public record ScanLimits(long rowLimit, long rowEstimate, PageLimits page, boolean allowEmptyPage) {
  public static final ScanLimits DEFAULT = new ScanLimits(0, 0, PageLimits.DEFAULT, false);

  public ScanLimits {
    requireNotNegative("rowLimit", rowLimit);
    requireNotNegative("rowEstimate", rowEstimate);
    requireNonNull(page, "page is null");
  }

  private static void requireNotNegative(String name, long value) {
    if (value < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "must not be negative: " + name + "=" + value);
    }
  }

  public ScanLimits withRowLimit(long other) {
    return new ScanLimits(other, rowEstimate, page, allowEmptyPage);
  }

  public ScanLimits withRowEstimate(long other) {
    return new ScanLimits(rowLimit, other, page, allowEmptyPage);
  }

  public ScanLimits withPage(PageLimits other) {
    return new ScanLimits(rowLimit, rowEstimate, other, allowEmptyPage);
  }

  public ScanLimits withAllowEmptyPage(boolean allowed) {
    return new ScanLimits(rowLimit, rowEstimate, page, allowed);
  }

  /** Returns the most rows to expect in a page, by limits and estimate; 0 if unknown. */
  public long expectedRows() {
    long limited = rowLimit == 0 ? page.rows() : Math.min(rowLimit, page.rows());
    long estimated = rowEstimate == 0 ? PageLimits.NONE : rowEstimate;
    long expected = Math.min(limited, estimated);
    return expected == PageLimits.NONE ? 0 : expected;
  }
}
