package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.parse.CursorStep;
import dev.colonnade.sql.statement.Outcome;
import dev.colonnade.sql.statement.SqlColumn;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query that is gone through by FETCH. Its rows are read as far as they are asked for; one that
 * may go back keeps them, one that outlives its transaction keeps those that were left. One thread.
 */
final class Cursor {
  /** Rows that a cursor keeps at most. */
  static final int ROWS_KEPT_MAX = 1_000_000;

  private final SqlPrepared query;
  private final SqlResult result;
  private final boolean canGoBack;

  /** The last rows that were read: only one where no more are needed. */
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  private boolean isKeeping;
  private boolean isDrained;
  private boolean isPersistent;
  private long readCount;

  /** The number of the row that it stands on, from 1; 0 before the first. */
  private long position;

  /**
   * A cursor before its first row.
   *
   * @param result of the query; closed with the cursor
   */
  Cursor(SqlPrepared query, SqlResult result, boolean canGoBack) {
    this.query = requireNonNull(query, "query is null");
    this.result = requireNonNull(result, "result is null");
    this.canGoBack = canGoBack;
    this.isKeeping = canGoBack;
  }

  /** What it goes through. */
  SqlPrepared query() {
    return query;
  }

  /** Whether it is there after the transaction that has declared it. */
  boolean isPersistent() {
    return isPersistent;
  }

  /** Reads all rows that are left, so that it needs its transaction no more. */
  void persist() {
    isKeeping = true;
    while (!isDrained) {
      read();
    }
    isPersistent = true;
    result.close();
  }

  /** Whether it has nothing to read from any more, and needs it. */
  boolean isLost() {
    return !isPersistent && result.isEnded();
  }

  void close() {
    result.close();
  }

  /** The rows of a step, read as they are asked for. */
  Outcome fetch(CursorStep step) {
    return new Outcome() {
      private long left = Math.abs(step.count());
      private boolean isBegun;

      @Override
      public String command() {
        return "FETCH";
      }

      @Override
      public List<SqlColumn> columns() {
        return result.columns();
      }

      @Override
      public long updateCount() {
        return 0;
      }

      @Override
      public @Nullable Object @Nullable [] next() {
        boolean isFirst = !isBegun;
        isBegun = true;
        if (step.way() != CursorStep.Way.AHEAD || step.count() == 0) {
          return isFirst ? jump(step) : null;
        }
        if (left == 0) {
          return null;
        }
        left--;
        return step.count() > 0 ? moveTo(position + 1) : moveTo(position - 1);
      }

      @Override
      public void close() {} // the cursor holds everything
    };
  }

  /** How many rows a step would have given; the cursor goes there. */
  long move(CursorStep step) {
    Outcome outcome = fetch(step);
    long count = 0;
    while (outcome.next() != null) {
      count++;
    }
    return count;
  }

  private @Nullable Object @Nullable [] jump(CursorStep step) {
    if (step.way() != CursorStep.Way.TO) {
      return moveTo(position + step.count());
    }
    if (step.count() >= 0) {
      return moveTo(step.count());
    }
    while (!isDrained) {
      read();
    }
    return moveTo(readCount + 1 + step.count());
  }

  /** The row of a number; null before the first and behind the last, where it stands then. */
  private @Nullable Object @Nullable [] moveTo(long number) {
    long target = Math.max(0, number);
    if (target < position && !canGoBack) {
      throw new ColonnadeException(
          ErrorCode.WRONG_STATE,
          "cursor can only scan forward",
          ErrorFields.NONE.withHint("Declare it with SCROLL option to enable backward scan."));
    }
    while (readCount < target && !isDrained) {
      read();
    }
    position = Math.min(target, readCount + 1);
    boolean isOnRow = position > 0 && position <= readCount;
    return isOnRow ? rows.get((int) (position - 1 - (readCount - rows.size()))) : null;
  }

  private void read() {
    @Nullable Object[] row = result.next();
    if (row == null) {
      isDrained = true;
      return;
    }
    if (!isKeeping) {
      rows.clear();
    } else if (rows.size() == ROWS_KEPT_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many rows of a cursor are kept: max=" + ROWS_KEPT_MAX);
    }
    rows.add(row);
    readCount++;
  }
}
