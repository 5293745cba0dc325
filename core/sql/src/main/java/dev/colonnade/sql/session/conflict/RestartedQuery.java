package dev.colonnade.sql.session.conflict;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.statement.StatementResult;
import dev.colonnade.sql.vector.BatchSource;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a query outside of a transaction, which is planned and run again if it fails with a
 * conflict before its first rows are there: an index that it reads was dropped, the rows of a table
 * were moved, or this server is no longer the leader. Later failures are the client's, who may have
 * seen rows.
 */
public final class RestartedQuery implements StatementResult {
  /** Maximum number of restarts before the query fails with the conflict. */
  private static final int RESTARTS_MAX = 10;

  /** Pause before the first restart; each is twice as long as the one before. */
  private static final Duration PAUSE = Duration.ofNanos(200_000);

  private final Supplier<StatementResult> again;
  private StatementResult rows;
  private boolean hasRows;
  private int restarts;

  private RestartedQuery(Supplier<StatementResult> first, Supplier<StatementResult> again) {
    this.again = requireNonNull(again, "again is null");
    this.rows = begun(first);
  }

  /**
   * Begins a query.
   *
   * @param first runs the query for the first time
   * @param again plans and runs it, as the catalog is then
   */
  public static StatementResult begin(
      Supplier<StatementResult> first, Supplier<StatementResult> again) {
    return new RestartedQuery(first, again);
  }

  private StatementResult begun(Supplier<StatementResult> first) {
    Supplier<StatementResult> attempt = first;
    while (true) {
      try {
        return attempt.get();
      } catch (ColonnadeException e) {
        requireRestartable(e);
        attempt = again;
      }
    }
  }

  /**
   * Throws a failure after which the query is not run again. Otherwise pauses, for longer each
   * time: what was dropped is marked shortly before the catalog without it is visible.
   */
  private void requireRestartable(ColonnadeException failure) {
    if (restarts >= ConflictRestarts.restartsMax(failure.code(), RESTARTS_MAX)) {
      throw failure;
    }
    LockSupport.parkNanos(PAUSE.toNanos() << restarts);
    restarts++;
  }

  /** Runs the query again, unless its rows have other columns then. */
  private void restart(ColonnadeException failure) {
    List<SqlColumn> columns = rows.columns();
    rows.close();
    rows = begun(again);
    if (!rows.columns().equals(columns)) {
      throw failure;
    }
  }

  @Override
  public String command() {
    return rows.command();
  }

  @Override
  public List<SqlColumn> columns() {
    return rows.columns();
  }

  @Override
  public long updateCount() {
    return rows.updateCount();
  }

  @Override
  public @Nullable Object @Nullable [] next() {
    while (!hasRows) {
      try {
        @Nullable Object[] row = rows.next();
        hasRows = true;
        return row;
      } catch (ColonnadeException e) {
        requireRestartable(e);
        restart(e);
      }
    }
    return rows.next();
  }

  @Override
  public @Nullable BatchSource batches() {
    BatchSource first = rows.batches();
    return first == null ? null : new Batches(first);
  }

  private final class Batches implements BatchSource {
    private BatchSource batches;

    Batches(BatchSource first) {
      this.batches = first;
    }

    @Override
    public List<VectorType> types() {
      return batches.types();
    }

    @Override
    public @Nullable VectorBatch next() {
      while (!hasRows) {
        try {
          VectorBatch batch = batches.next();
          hasRows = true;
          return batch;
        } catch (ColonnadeException e) {
          requireRestartable(e);
          again(e);
        }
      }
      return batches.next();
    }

    private void again(ColonnadeException failure) {
      List<VectorType> types = batches.types();
      restart(failure);
      BatchSource others = rows.batches();
      if (others == null || !others.types().equals(types)) {
        throw failure;
      }
      batches = others;
    }
  }

  @Override
  public void close() {
    rows.close();
  }
}
