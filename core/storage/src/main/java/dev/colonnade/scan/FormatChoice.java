package dev.colonnade.scan;

import dev.colonnade.scan.request.ScanFormat;
import dev.colonnade.scan.request.ScanRequest;
import java.util.function.BooleanSupplier;

/**
 * Chooses the format of a scan that leaves it to us.
 *
 * <p>Columns cost a fixed sum for each page, its metadata and the reader's setting up of vectors,
 * and save on every row what the projection leaves out. So few rows go as they are. Of many rows,
 * so do those of which most columns are wanted: taking them apart costs more than sending them
 * whole. Over loopback, with all values read by the client, the two were even at 8 of the 16
 * columns of lineitem (docs/benchmarks.md). Columns that are in the cache have been taken apart
 * already, and go as columns, however many.
 */
final class FormatChoice {
  /** Up to so many rows the fixed sum is not earned back. */
  static final int KEY_VALUE_ROWS_MAX = 16;

  /** From so many columns on, if they are at least half of the table's, rows go whole. */
  static final int KEY_VALUE_COLUMNS_MIN = 8;

  private FormatChoice() {}

  /**
   * The format of the request's pages: not AUTO.
   *
   * @param isCached whether the columns are in the cache, so that nothing need be taken apart
   */
  static ScanFormat of(ScanRequest request, BooleanSupplier isCached) {
    ScanFormat asked = request.options().format();
    if (asked != ScanFormat.AUTO) {
      return asked;
    }
    long rows = request.limits().expectedRows();
    boolean fewRows = rows > 0 && rows <= KEY_VALUE_ROWS_MAX;
    boolean whole = fewRows || (wantsMostColumns(request) && !isCached.getAsBoolean());
    return whole ? ScanFormat.KEY_VALUES : ScanFormat.COL_BATCH;
  }

  private static boolean wantsMostColumns(ScanRequest request) {
    int wanted = request.selection().projection().size();
    int all = request.target().schema().columns().size();
    return wanted >= KEY_VALUE_COLUMNS_MIN && 2 * wanted >= all;
  }
}
