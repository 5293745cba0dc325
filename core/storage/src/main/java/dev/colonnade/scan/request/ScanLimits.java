package dev.colonnade.scan.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * How much a scan may return.
 *
 * @param rowLimit rows of the whole scan; 0 for all
 * @param rowEstimate about how many rows to expect; 0 if unknown. A hint for sizes, never a limit.
 * @param page limits of each page
 * @param allowEmptyPage whether a page whose first row alone is larger than the limit of encoded
 *     bytes is returned without it; else that row is returned all the same
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

  /** Rows to expect at most, as far as limits and estimate tell; 0 if they do not. */
  public long expectedRows() {
    long limited = rowLimit == 0 ? page.rows() : Math.min(rowLimit, page.rows());
    long estimated = rowEstimate == 0 ? PageLimits.NONE : rowEstimate;
    long expected = Math.min(limited, estimated);
    return expected == PageLimits.NONE ? 0 : expected;
  }
}
