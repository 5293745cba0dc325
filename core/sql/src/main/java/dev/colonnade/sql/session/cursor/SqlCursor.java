package dev.colonnade.sql.session.cursor;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.logical.CursorKeys;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.syntax.command.CursorCommand.Direction;
import dev.colonnade.sql.syntax.command.CursorCommand.Step;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SQL cursor. It reads the rows of its query on demand; a scrollable cursor (SCROLL) buffers the
 * rows that it has read, a holdable one (WITH HOLD) materializes the remaining rows when its
 * transaction commits. One thread.
 */
public final class SqlCursor {
  /** Maximum number of rows that a cursor buffers. */
  public static final int BUFFERED_ROWS_MAX = 1_000_000;

  private final SqlPrepared query;
  private final SqlResult result;
  private final Cancellation cancellation;
  private final Declaration declaration;
  private final Scrolling scrolling;
  private final @Nullable CursorKeys keys;

  /** Columns of the query, without the keys behind them. */
  private final List<SqlColumn> columns;

  /** Last rows that were read: only one unless the cursor buffers rows. */
  private final List<@Nullable Object[]> rows = new ArrayList<>();

  private boolean isBuffering;
  private boolean isDrained;
  private boolean isPersistent;
  private long readCount;

  /** Number of the current row, from 1; 0 before the first row. */
  private long position;

  /** Rows that a cursor can return again. */
  public enum Scrolling {
    /** All rows (SCROLL). */
    ANY,
    /** The current row. */
    CURRENT,
    /** None: it only moves forward (NO SCROLL). */
    FORWARD
  }

  /**
   * Declaration of a cursor.
   *
   * @param text of the statement
   * @param micros its time in microseconds since 1970
   */
  public record Declaration(String text, boolean isBinary, Scrolling scrolling, long micros) {
    public Declaration {
      requireNonNull(text, "text is null");
      requireNonNull(scrolling, "scrolling is null");
    }
  }

  /**
   * Creates a cursor before its first row.
   *
   * @param result of the query; closed with the cursor
   * @param cancellation of the result
   */
  public SqlCursor(
      SqlPrepared query, SqlResult result, Cancellation cancellation, Declaration declaration) {
    this.query = requireNonNull(query, "query is null");
    this.keys = query.cursorKeys();
    this.columns =
        keys == null ? result.columns() : result.columns().subList(0, keys.columnCount());
    this.result = requireNonNull(result, "result is null");
    this.cancellation = requireNonNull(cancellation, "cancellation is null");
    this.declaration = requireNonNull(declaration, "declaration is null");
    this.scrolling = declaration.scrolling();
    this.isBuffering = scrolling == Scrolling.ANY;
  }

  /** Returns the query of the cursor. */
  public SqlPrepared query() {
    return query;
  }

  Declaration declaration() {
    return declaration;
  }

  boolean isScrollable() {
    return scrolling == Scrolling.ANY;
  }

  /** Returns whether the cursor outlives the transaction that has declared it. */
  public boolean isPersistent() {
    return isPersistent;
  }

  /** Materializes the remaining rows, so that the cursor is independent of its transaction. */
  public void persist() {
    isBuffering = true;
    while (!isDrained) {
      read();
    }
    isPersistent = true;
    result.close();
  }

  /** Returns whether the cursor can read no more, because its transaction has ended the query. */
  public boolean isEnded() {
    return !isPersistent && result.isEnded();
  }

  public void close() {
    result.close();
  }

  /**
   * Returns the rows of a step, which are read on demand.
   *
   * @param reader cancellation of the statement that reads them
   */
  public StatementResult fetch(Step step, Cancellation reader) {
    cancellation.follow(reader);
    boolean isSequence = isSequence(step);
    boolean isForward = isForward(step);
    return new StatementResult() {
      private long left = Math.abs(step.count());
      private boolean isStarted;

      @Override
      public String command() {
        return "FETCH";
      }

      @Override
      public List<SqlColumn> columns() {
        return columns;
      }

      @Override
      public long updateCount() {
        return 0;
      }

      @Override
      public @Nullable Object @Nullable [] next() {
        boolean isFirst = !isStarted;
        isStarted = true;
        if (!isSequence) {
          return isFirst ? jump(step) : null;
        }
        if (left == 0) {
          return null;
        }
        left--;
        if (!isForward && scrolling == Scrolling.FORWARD) {
          throw forwardOnly();
        }
        return moveTo(isForward ? position + 1 : position - 1);
      }

      @Override
      public void close() {} // the cursor owns all resources
    };
  }

  /** Returns whether a step reads one row after the other; otherwise it reads at most one row. */
  static boolean isSequence(Step step) {
    boolean isRelative =
        step.direction() == Direction.FORWARD || step.direction() == Direction.BACKWARD;
    return isRelative && step.count() != 0;
  }

  static boolean isForward(Step step) {
    return (step.direction() == Direction.FORWARD) == (step.count() > 0);
  }

  /** Moves the cursor by a step; returns the number of rows that FETCH would return. */
  public long move(Step step, Cancellation reader) {
    StatementResult outcome = fetch(step, reader);
    long count = 0;
    while (outcome.next() != null) {
      count++;
    }
    return count;
  }

  private @Nullable Object @Nullable [] jump(Step step) {
    if (step.direction() != Direction.ABSOLUTE) {
      return moveTo(position + step.count());
    }
    if (step.count() >= 0) {
      return moveTo(step.count());
    }
    if (scrolling == Scrolling.FORWARD) {
      throw forwardOnly();
    }
    while (!isDrained) {
      read();
    }
    return moveTo(readCount + 1 + step.count());
  }

  /** Moves to a row and returns it; null before the first and behind the last row. */
  private @Nullable Object @Nullable [] moveTo(long number) {
    long target = Math.max(0, number);
    boolean isBackward =
        switch (scrolling) {
          case ANY -> false;
          case CURRENT -> target < position;
          case FORWARD -> target <= position && position > 0 && position <= readCount;
        };
    if (isBackward) {
      throw forwardOnly();
    }
    while (readCount < target && !isDrained) {
      read();
    }
    position = Math.min(target, readCount + 1);
    @Nullable Object[] row = current();
    return row == null || row.length == columns.size() ? row : Arrays.copyOf(row, columns.size());
  }

  /** Returns the current row with the keys behind its columns; null if there is none. */
  private @Nullable Object @Nullable [] current() {
    boolean isOnRow = position > 0 && position <= readCount;
    return isOnRow ? rows.get((int) (position - 1 - (readCount - rows.size()))) : null;
  }

  /**
   * Returns the key of the current row in a table, in the internal representation of its values.
   *
   * @throws ColonnadeException INVALID_CURSOR_STATE if it has none
   */
  List<@Nullable Object> currentKey(String name, int tableId, String tableName) {
    if (isPersistent) {
      throw notUpdatable("cursor \"%s\" is held from a previous transaction".formatted(name));
    }
    CursorKeys.Key key = key(name, tableId, tableName);
    @Nullable Object[] row = current();
    if (row == null) {
      throw notUpdatable("cursor \"%s\" is not positioned on a row".formatted(name));
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = key.first(); i < key.first() + key.count(); i++) {
      values.add(ValueConverter.fromJava(result.columns().get(i).type(), row[i]));
    }
    return Collections.unmodifiableList(values);
  }

  private CursorKeys.Key key(String name, int tableId, String tableName) {
    boolean isLocking = keys != null && keys.isLocking();
    CursorKeys.Key found = null;
    for (CursorKeys.Key key : keys == null ? List.<CursorKeys.Key>of() : keys.tables()) {
      if (key.tableId() != tableId) {
        continue;
      }
      if (found != null) {
        throw notUpdatable(
            "cursor \"%s\" has multiple FOR UPDATE/SHARE references to table \"%s\""
                .formatted(name, tableName));
      }
      found = key;
    }
    if (found == null) {
      throw notUpdatable(
          (isLocking
                  ? "cursor \"%s\" does not have a FOR UPDATE/SHARE reference to table \"%s\""
                  : "cursor \"%s\" is not a simply updatable scan of table \"%s\"")
              .formatted(name, tableName));
    }
    return found;
  }

  private static ColonnadeException notUpdatable(String message) {
    return new ColonnadeException(ErrorCode.INVALID_CURSOR_STATE, message);
  }

  static ColonnadeException forwardOnly() {
    return new ColonnadeException(
        ErrorCode.WRONG_STATE,
        "cursor can only scan forward",
        ErrorFields.NONE.withHint("Declare it with SCROLL option to enable backward scan."));
  }

  private void read() {
    @Nullable Object[] row = result.next();
    if (row == null) {
      isDrained = true;
      return;
    }
    if (!isBuffering) {
      rows.clear();
    } else if (rows.size() == BUFFERED_ROWS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "too many rows of a cursor are buffered: max=" + BUFFERED_ROWS_MAX);
    }
    rows.add(row);
    readCount++;
  }
}
