package dev.colonnade.server.session.query;

import dev.colonnade.sql.result.SqlResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lookahead over the rows of a result, which determines whether a result is short. */
final class RowLookahead {
  private final SqlResult result;
  private final List<@Nullable Object[]> lookahead;
  private final boolean isAll;
  private int position;

  private RowLookahead(SqlResult result, List<@Nullable Object[]> lookahead, boolean isAll) {
    this.result = result;
    this.lookahead = lookahead;
    this.isAll = isAll;
  }

  /** Reads up to {@code rowsMax + 1} rows. */
  public static RowLookahead read(SqlResult result, int rowsMax) {
    List<@Nullable Object[]> lookahead = new ArrayList<>(1);
    while (lookahead.size() <= rowsMax) {
      @Nullable Object[] row = result.next();
      if (row == null) {
        return new RowLookahead(result, lookahead, true);
      }
      lookahead.add(row);
    }
    return new RowLookahead(result, lookahead, false);
  }

  /** Returns all rows; null if there are more than {@code rowsMax}. */
  public @Nullable List<@Nullable Object[]> all() {
    return isAll ? lookahead : null;
  }

  /** Returns the next row, from the lookahead first; null after the last. */
  public @Nullable Object @Nullable [] next() {
    if (position < lookahead.size()) {
      return lookahead.get(position++);
    }
    return isAll ? null : result.next();
  }
}
