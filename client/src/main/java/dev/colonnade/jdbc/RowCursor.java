package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A place in a result: before its first row, on a row, or after its last. Forwards it lets go of
 * the pages that it has passed; if it can go anywhere it keeps them all.
 */
final class RowCursor {
  private final PageSource source;
  private final boolean canGoBack;
  private final List<CellPage> kept = new ArrayList<>();

  /** The page that the cursor is on; null before the first and after the last row. */
  private @Nullable CellPage page;

  private int pageIndex = -1;
  private int row;

  /** Rows before the page. */
  private long rowsBefore;

  private boolean isAfterLast;
  private boolean isAllHere;

  RowCursor(PageSource source, boolean canGoBack) {
    this.source = source;
    this.canGoBack = canGoBack;
  }

  /** Goes to the next row; false after the last. */
  boolean next() throws SQLException {
    CellPage current = page;
    if (current != null && row + 1 < current.rowCount()) {
      row++;
      return true;
    }
    if (isAfterLast) {
      return false;
    }
    rowsBefore += current == null ? 0 : current.rowCount();
    page = pageAfter();
    row = 0;
    isAfterLast = page == null;
    return page != null;
  }

  /** The page that the cursor is on. */
  CellPage page() throws SQLException {
    CellPage current = page;
    if (current == null) {
      throw SqlFailures.badCursor("the result set is not on a row, call next() first");
    }
    return current;
  }

  /** The row of the page that the cursor is on. */
  int row() {
    return row;
  }

  /** The number of the row, from 1 on; 0 if the cursor is on none. */
  long position() {
    return page == null ? 0 : rowsBefore + row + 1;
  }

  boolean isBeforeFirst() throws SQLException {
    return page == null && !isAfterLast && hasRows();
  }

  boolean isAfterLast() {
    return isAfterLast && rowsBefore > 0;
  }

  boolean isLast() throws SQLException {
    CellPage current = page;
    if (current == null || row + 1 < current.rowCount()) {
      return false;
    }
    return !canGoBack ? isAllHere() : pageIndex + 1 == allPages();
  }

  void beforeFirst() throws SQLException {
    requireScroll();
    page = null;
    pageIndex = -1;
    row = 0;
    rowsBefore = 0;
    isAfterLast = false;
  }

  void afterLast() throws SQLException {
    moveTo(count() + 1);
  }

  /** Goes to a row by its number; beyond the rows there are, before or after them. */
  boolean moveTo(long position) throws SQLException {
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

  /** How many rows there are; fetches them all. */
  long count() throws SQLException {
    requireScroll();
    allPages();
    long count = 0;
    for (CellPage each : kept) {
      count += each.rowCount();
    }
    return count;
  }

  void close() throws SQLException {
    page = null;
    kept.clear();
    isAfterLast = true;
    source.close();
  }

  private boolean hasRows() throws SQLException {
    if (kept.isEmpty() && !isAllHere) {
      fetch();
    }
    return !kept.isEmpty();
  }

  private boolean isAllHere() throws SQLException {
    if (kept.isEmpty() && !isAllHere) {
      fetch();
    }
    return kept.isEmpty();
  }

  private @Nullable CellPage pageAfter() throws SQLException {
    if (!canGoBack) {
      if (!kept.isEmpty()) {
        return kept.remove(0);
      }
      return isAllHere ? null : source.next();
    }
    if (pageIndex + 1 == kept.size() && !isAllHere) {
      fetch();
    }
    if (pageIndex + 1 == kept.size()) {
      return null;
    }
    pageIndex++;
    return kept.get(pageIndex);
  }

  private void fetch() throws SQLException {
    CellPage fetched = source.next();
    isAllHere = fetched == null;
    if (fetched != null) {
      kept.add(fetched);
    }
  }

  private int allPages() throws SQLException {
    while (!isAllHere) {
      fetch();
    }
    return kept.size();
  }

  private void requireScroll() throws SQLException {
    if (!canGoBack) {
      throw SqlFailures.badCursor("the result set is forward only");
    }
  }
}
