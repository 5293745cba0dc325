package dev.colonnade.sql.result;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.error.StatementErrors;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Result of a statement: rows that are read one by one, or the number of rows that it changed. */
public final class SqlResult implements OpenResult, AutoCloseable {
  private static final NanoTicker TICKER = NanoTicker.system();

  private final StatementResult outcome;
  private final @Nullable Cancellation cancellation;
  private final Listener listener;
  private @Nullable Completion completion;
  private @Nullable Ending ending;
  private @Nullable ColonnadeException failure;
  private long rowsRead;
  private long readNanos;
  private boolean drained;
  private boolean ended;
  private boolean isFailed;
  private boolean closed;

  /**
   * Creates the result of a statement that has begun.
   *
   * @param cancellation interrupts the reading of rows; null if all rows are there already
   */
  public SqlResult(
      StatementResult outcome, @Nullable Cancellation cancellation, Listener listener) {
    this.outcome = requireNonNull(outcome, "outcome is null");
    this.cancellation = cancellation;
    this.listener = requireNonNull(listener, "listener is null");
  }

  /** Listener to the end of a result. */
  public interface Listener {
    /** Listener that ignores all events. */
    Listener NONE =
        new Listener() {
          @Override
          public void failed() {}

          @Override
          public void closed(SqlResult result) {}
        };

    /** Called when reading a row has failed. */
    void failed();

    /** Called when the result was closed. */
    void closed(SqlResult result);
  }

  /** Listener to the successful end of a result. */
  @FunctionalInterface
  public interface Completion {
    /** Called when the result was closed and no read has failed. */
    void completed(SqlResult result);
  }

  /** Listener to the end of a result, for traces. */
  @FunctionalInterface
  public interface Ending {
    /**
     * Called when the result was closed.
     *
     * @param failure of the last read, or of closing; null if there is none
     */
    void ended(SqlResult result, @Nullable ColonnadeException failure);
  }

  /** Sets the listener to the end. */
  public void onEnd(Ending listener) {
    ending = requireNonNull(listener, "listener is null");
  }

  /** Sets the listener to the successful end; from now on, reads are measured. */
  public void onCompletion(Completion listener) {
    completion = requireNonNull(listener, "listener is null");
  }

  /** Returns the rows that were read, or for a result without columns the rows changed. */
  public long rowCount() {
    return outcome.columns().isEmpty() ? outcome.updateCount() : rowsRead;
  }

  /** Returns the time that reads of rows have taken. */
  public long readNanos() {
    return readNanos;
  }

  /** Returns the command name, as in PostgreSQL's command tags: SELECT, INSERT, ... */
  public String command() {
    return outcome.command();
  }

  /** Returns the columns of the rows; empty if there are none. */
  public List<SqlColumn> columns() {
    return outcome.columns();
  }

  /** Returns the number of inserted, updated or deleted rows. */
  public long updateCount() {
    return outcome.updateCount();
  }

  /**
   * Returns the next row, with values of the Java classes of the columns' types; null after the
   * last. May wait for the store.
   */
  public @Nullable Object @Nullable [] next() {
    @Nullable Object[] row = reading(outcome::next);
    if (row != null) {
      rowsRead++;
    }
    return row;
  }

  /**
   * Returns the rows in columns instead, with values in their internal representation ({@link
   * SqlColumn#shown}); null if they are available one by one only. To be called before the first
   * row is read.
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
            VectorBatch batch = reading(source::next);
            if (batch != null) {
              rowsRead += batch.rowCount();
            }
            return batch;
          }
        };
  }

  private <T extends @Nullable Object> T reading(Supplier<T> source) {
    if (ended) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_CURSOR, "the result has ended with its transaction");
    }
    if (cancellation == null) {
      return read(source);
    }
    long start = completion == null ? 0 : TICKER.nanos();
    T read = read(() -> Interruption.call(cancellation, source));
    readNanos += completion == null ? 0 : TICKER.nanos() - start;
    return read;
  }

  private <T extends @Nullable Object> T read(Supplier<T> source) {
    try {
      T read = source.get();
      drained |= read == null;
      return read;
    } catch (ColonnadeException e) {
      throw failed(StatementErrors.ended(e));
    } catch (RuntimeException | StackOverflowError e) {
      throw failed(StatementErrors.of(e));
    }
  }

  private ColonnadeException failed(ColonnadeException reported) {
    ended = true;
    isFailed = true;
    failure = reported;
    listener.failed();
    return reported;
  }

  /** Returns all remaining rows and closes the result. */
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
      if (ending == null) {
        closeOnce();
      } else {
        closeTraced(ending);
      }
    }
  }

  private void closeTraced(Ending listenerToEnd) {
    try {
      closeOnce();
    } catch (ColonnadeException e) {
      failure = e;
      throw e;
    } finally {
      listenerToEnd.ended(this, failure);
    }
  }

  private void closeOnce() {
    outcome.close();
    listener.closed(this);
    if (completion != null && !isFailed) {
      completion.completed(this);
    }
  }

  @Override
  public boolean isDrained() {
    return drained;
  }

  /** Returns whether no more rows can be read, because reading failed or the transaction ended. */
  public boolean isEnded() {
    return ended;
  }

  @Override
  public void end() {
    ended = true;
    close();
  }
}
