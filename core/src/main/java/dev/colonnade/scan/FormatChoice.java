package dev.colonnade.scan;

import dev.colonnade.scan.request.ScanFormat;
import dev.colonnade.scan.request.ScanRequest;

/**
 * Chooses the format of a scan that leaves it to us.
 *
 * <p>Columns cost a fixed sum for each page, its metadata and the reader's setting up of vectors,
 * and save on every row what the projection leaves out. So few rows go as they are, and all others
 * as columns.
 */
final class FormatChoice {
  /** Up to so many rows the fixed sum is not earned back. */
  static final int KEY_VALUE_ROWS_MAX = 16;

  private FormatChoice() {}

  /** The format of the request's pages: not AUTO. */
  static ScanFormat of(ScanRequest request) {
    ScanFormat asked = request.options().format();
    if (asked != ScanFormat.AUTO) {
      return asked;
    }
    long rows = request.limits().expectedRows();
    return rows > 0 && rows <= KEY_VALUE_ROWS_MAX ? ScanFormat.KEY_VALUES : ScanFormat.COL_BATCH;
  }
}
