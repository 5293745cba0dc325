package dev.colonnade.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.error.SqlErrors;
import dev.colonnade.sql.statement.Outcome;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a statement gave: rows that are read one by one, or how many rows it changed. */
public final class SqlResult implements AutoCloseable {
  private final String sql;
  private final Outcome outcome;
  private final Watcher watcher;
  private boolean drained;
  private boolean ended;
  private boolean closed;

  SqlResult(String sql, Outcome outcome, Watcher watcher) {
    this.sql = requireNonNull(sql, "sql is null");
    this.outcome = requireNonNull(outcome, "outcome is null");
    this.watcher = requireNonNull(watcher, "watcher is null");
  }

  /** Who wants to know how the result ends. */
  interface Watcher {
    /** Does not want to know. */
    Watcher NONE =
        new Watcher() {
          @Override
          public void failed() {}

          @Override
          public void closed(SqlResult result) {}
        };

    /** Reading a row has failed. */
    void failed();

    /** The result was closed. */
    void closed(SqlResult result);
  }

  /** The word that says what was done, as PostgreSQL's command tags have it: SELECT, INSERT, ... */
  public String command() {
    return outcome.command();
  }

  /** The columns of the rows; empty if there are none. */
  public List<SqlColumn> columns() {
    return outcome.columns();
  }

  /** How many rows were inserted, updated or deleted. */
  public long updateCount() {
    return outcome.updateCount();
  }

  /**
   * The next row, values of the Java classes of the columns' types; null after the last. Reading a
   * row may wait for the store.
   */
  public @Nullable Object @Nullable [] next() {
    return reading(outcome::next);
  }

  /**
   * The rows in columns instead, with values as statements hold them ({@link SqlColumn#shown});
   * null if they only come one by one. To be asked for before the first row.
   */
  public @Nullable BatchSource batches() {
    BatchSource source = outcome.batches();
    return source == null
        ? null
        : new BatchSource() {
          @Override
          public List<VectorType> types() {
            return source.types();
          }

          @Override
          public @Nullable VectorBatch next() {
            return reading(source::next);
          }
        };
  }

  private <T extends @Nullable Object> T reading(Supplier<T> source) {
    if (ended) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_CURSOR, "the result has ended with its transaction");
    }
    try {
      T read = source.get();
      drained |= read == null;
      return read;
    } catch (ColonnadeException e) {
      fail();
      throw SqlErrors.ended(e);
    } catch (RuntimeException | StackOverflowError e) {
      fail();
      throw SqlErrors.of(sql, e);
    }
  }

  private void fail() {
    ended = true;
    watcher.failed();
  }

  /** All rows that are left; closes the result. */
  public List<List<@Nullable Object>> toList() {
    try (this) {
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (@Nullable Object[] row = next(); row != null; row = next()) {
        rows.add(Arrays.asList(row));
      }
      return rows;
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      outcome.close();
      watcher.closed(this);
    }
  }

  /** Whether all rows were read. */
  boolean isDrained() {
    return drained;
  }

  /** Whether no more rows can be read, since it has failed or its transaction has left it. */
  boolean isEnded() {
    return ended;
  }

  /** Ends it from within the session: its transaction is over. */
  void end() {
    ended = true;
    close();
  }
}
