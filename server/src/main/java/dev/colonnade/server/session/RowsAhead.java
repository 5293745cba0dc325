package dev.colonnade.server.session;

import dev.colonnade.sql.result.SqlResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a result, the first of which have been read to find out whether they are all. */
final class RowsAhead {
  private final SqlResult result;
  private final List<@Nullable Object[]> ahead;
  private final boolean isAll;
  private int given;

  private RowsAhead(SqlResult result, List<@Nullable Object[]> ahead, boolean isAll) {
    this.result = result;
    this.ahead = ahead;
    this.isAll = isAll;
  }

  /** Reads so many rows, and one more if there is one. */
  static RowsAhead read(SqlResult result, int rowsMax) {
    List<@Nullable Object[]> ahead = new ArrayList<>(1);
    while (ahead.size() <= rowsMax) {
      @Nullable Object[] row = result.next();
      if (row == null) {
        return new RowsAhead(result, ahead, true);
      }
      ahead.add(row);
    }
    return new RowsAhead(result, ahead, false);
  }

  /** All rows, if they are not more than were asked for. */
  @Nullable List<@Nullable Object[]> all() {
    return isAll ? ahead : null;
  }

  /** The next row, of those that were read first; null after the last. */
  @Nullable Object @Nullable [] next() {
    if (given < ahead.size()) {
      return ahead.get(given++);
    }
    return isAll ? null : result.next();
  }
}
