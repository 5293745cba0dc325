package dev.colonnade.scan;

import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.ScanRequest;
import java.util.function.BooleanSupplier;

/**
 * Selection of the page format for scans that request {@code AUTO}.
 *
 * <p>A page of columns has a fixed cost, for its metadata and for the vectors that the client sets
 * up, and saves on every row the columns that are not projected. So few rows are sent as raw
 * key-value pairs. So are many rows of which most columns are projected: decoding them to columns
 * costs more than sending them whole. Over loopback, with all values read by the client, the two
 * formats broke even at 8 of the 16 columns of lineitem (docs/benchmarks.md). Columns that are in
 * the column cache are decoded already and are sent as columns, whatever their number.
 */
final class PageFormatChoice {
  /** Most rows for which the fixed cost of a page of columns does not pay off. */
  static final int KEY_VALUE_ROWS_MAX = 16;

  /** Fewest projected columns, if they are at least half of the table's, for raw pairs. */
  static final int KEY_VALUE_COLUMNS_MIN = 8;

  private PageFormatChoice() {}

  /**
   * Returns the format of the request's pages, never AUTO.
   *
   * @param isCached whether the columns are in the column cache, so that no row has to be decoded
   */
  static PageFormat of(ScanRequest request, BooleanSupplier isCached) {
    PageFormat asked = request.options().format();
    if (asked != PageFormat.AUTO) {
      return asked;
    }
    long rows = request.limits().expectedRows();
    boolean fewRows = rows > 0 && rows <= KEY_VALUE_ROWS_MAX;
    boolean whole = fewRows || (wantsMostColumns(request) && !isCached.getAsBoolean());
    return whole ? PageFormat.KEY_VALUES : PageFormat.COL_BATCH;
  }

  private static boolean wantsMostColumns(ScanRequest request) {
    int wanted = request.selection().projection().size();
    int all = request.target().schema().columns().size();
    return wanted >= KEY_VALUE_COLUMNS_MIN && 2 * wanted >= all;
  }
}
