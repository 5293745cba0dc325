package dev.colonnade.jdbc.result;

import dev.colonnade.jdbc.cell.CellPage;
import dev.colonnade.jdbc.error.SqlFailures;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the rows of a result: before the first row, on a row, or after the last. A
 * forward-only cursor discards the pages that it has passed; a scrollable one retains all pages.
 */
public final class ResultCursor {
  private final PageSource source;
  private final boolean isScrollable;

  /** All pages so far of a scrollable cursor; of a forward-only one at most the next page. */
  private final List<CellPage> pages = new ArrayList<>();

  /** Current page; null before the first and after the last row. */
  private @Nullable CellPage page;

  private int pageIndex = -1;
  private int row;

  /** Number of rows before the current page. */
  private long rowsBefore;

  private boolean isAfterLast;
  private boolean isExhausted;

  public ResultCursor(PageSource source, boolean isScrollable) {
    this.source = source;
    this.isScrollable = isScrollable;
  }

  /** Moves to the next row; returns false after the last. */
  public boolean next() throws SQLException {
    CellPage current = page;
    if (current != null && row + 1 < current.rowCount()) {
      row++;
      return true;
    }
    if (isAfterLast) {
      return false;
    }
    rowsBefore += current == null ? 0 : current.rowCount();
    page = nextPage();
    row = 0;
    isAfterLast = page == null;
    return page != null;
  }

  /**
   * Returns the current page.
   *
   * @throws SQLException if the cursor is not on a row
   */
  public CellPage page() throws SQLException {
    CellPage current = page;
    if (current == null) {
      throw SqlFailures.badCursor("the result set is not on a row, call next() first");
    }
    return current;
  }

  /** Returns the index of the current row within the page. */
  public int row() {
    return row;
  }

  /** Returns the number of the current row, from 1; 0 if the cursor is not on a row. */
  public long position() {
    return page == null ? 0 : rowsBefore + row + 1;
  }

  public boolean isBeforeFirst() throws SQLException {
    return page == null && !isAfterLast && hasRows();
  }

  public boolean isAfterLast() {
    return isAfterLast && rowsBefore > 0;
  }

  public boolean isLast() throws SQLException {
    CellPage current = page;
    if (current == null || row + 1 < current.rowCount()) {
      return false;
    }
    return isScrollable ? pageIndex + 1 == fetchAll() : !hasNextPage();
  }

  public void beforeFirst() throws SQLException {
    requireScroll();
    page = null;
    pageIndex = -1;
    row = 0;
    rowsBefore = 0;
    isAfterLast = false;
  }

  public void afterLast() throws SQLException {
    moveTo(count() + 1);
  }

  /**
   * Moves to a row by its number; before the first or after the last row if there is no such row.
   */
  public boolean moveTo(long position) throws SQLException {
    beforeFirst();
    if (position < 1) {
      return false;
    }
    while (next()) {
      long left = position - position();
      int inPage = page().rowCount() - 1;
      if (left <= inPage) {
        row = (int) left;
        return true;
      }
      row = inPage;
    }
    return false;
  }

  /** Returns the number of rows; fetches all of them. */
  public long count() throws SQLException {
    requireScroll();
    fetchAll();
    long count = 0;
    for (CellPage each : pages) {
      count += each.rowCount();
    }
    return count;
  }

  public void close() throws SQLException {
    page = null;
    pages.clear();
    isAfterLast = true;
    source.close();
  }

  private boolean hasRows() throws SQLException {
    return hasNextPage();
  }

  /** Returns whether a page is in memory or can be fetched; of a scrollable cursor, any page. */
  private boolean hasNextPage() throws SQLException {
    if (pages.isEmpty() && !isExhausted) {
      fetch();
    }
    return !pages.isEmpty();
  }

  private @Nullable CellPage nextPage() throws SQLException {
    if (!isScrollable) {
      if (!pages.isEmpty()) {
        return pages.remove(0);
      }
      return isExhausted ? null : source.next();
    }
    if (pageIndex + 1 == pages.size() && !isExhausted) {
      fetch();
    }
    if (pageIndex + 1 == pages.size()) {
      return null;
    }
    pageIndex++;
    return pages.get(pageIndex);
  }

  private void fetch() throws SQLException {
    CellPage fetched = source.next();
    isExhausted = fetched == null;
    if (fetched != null) {
      pages.add(fetched);
    }
  }

  /** Fetches the remaining pages; returns the number of all pages. */
  private int fetchAll() throws SQLException {
    while (!isExhausted) {
      fetch();
    }
    return pages.size();
  }

  private void requireScroll() throws SQLException {
    if (!isScrollable) {
      throw SqlFailures.badCursor("the result set is forward only");
    }
  }
}
