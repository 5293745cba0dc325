package dev.colonnade.sql.monitor;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.prepared.SqlPrepared;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.trace.CurrentSpan;
import dev.colonnade.trace.Span;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Trace of the execution of a statement until its result is closed. One that is not ended is not
 * exported: of an attempt that would have blocked. One thread.
 */
public final class StatementTrace implements SqlResult.Ending {
  private final Span statement;

  /** Child of which scans and commits are children; null beyond the limit of spans. */
  private final @Nullable Span execution;

  private final long startNanos;
  private final @Nullable SqlPrepared prepared;

  StatementTrace(
      Span statement, @Nullable Span execution, long startNanos, @Nullable SqlPrepared prepared) {
    this.statement = requireNonNull(statement, "statement is null");
    this.execution = execution;
    this.startNanos = startNanos;
    this.prepared = prepared;
  }

  /** Returns a cancellation by which scans find the span. */
  public Cancellation traced(Cancellation cancellation) {
    return Cancellation.traced(cancellation, execution);
  }

  /** Returns the result of {@code work}, by which commits find the span. A failure ends it. */
  public <T extends @Nullable Object> T call(Supplier<T> work) {
    try {
      return CurrentSpan.call(execution, work);
    } catch (WouldBlockException e) {
      throw e; // the statement is executed again
    } catch (RuntimeException e) {
      end(stateOf(e));
      throw e;
    }
  }

  private static String stateOf(RuntimeException failure) {
    ColonnadeException known =
        failure instanceof ColonnadeException own
            ? own
            : failure.getCause() instanceof ColonnadeException cause ? cause : null;
    return (known == null ? ErrorCode.INTERNAL : known.code()).sqlState();
  }

  /** Ends with a result, when that is closed. */
  public SqlResult endWith(SqlResult result) {
    result.onEnd(this);
    return result;
  }

  @Override
  public void ended(SqlResult result, @Nullable ColonnadeException failure) {
    if (failure == null) {
      end(result.rowCount());
    } else {
      end(failure.code().sqlState());
    }
  }

  /** Ends after a success. */
  public void end(long rowCount) {
    statement.set("db.response.returned_rows", rowCount);
    end(null);
  }

  private void end(@Nullable String sqlState) {
    if (execution != null) {
      execution.end();
    }
    if (prepared != null && prepared.planStartNanos() - startNanos >= 0) {
      Span plan = statement.child("plan", prepared.planStartNanos());
      if (plan != null) {
        plan.end(prepared.planEndNanos());
      }
    }
    if (sqlState != null) {
      statement.failed(sqlState);
    }
    statement.end();
  }
}
