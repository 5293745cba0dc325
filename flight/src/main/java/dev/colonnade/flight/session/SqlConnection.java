package dev.colonnade.flight.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Session;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.access.SessionSignals;
import dev.colonnade.trace.TraceContext;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * SQL session that one statement, or the statements of one transaction, use. Calls are executed one
 * at a time; between them, a result may stay open while another statement of the transaction runs.
 * Thread-safe.
 */
public final class SqlConnection implements SessionSignals {
  private final Session session;
  private final Runnable onTermination;
  private final ReentrantLock lock = new ReentrantLock();
  private final Set<Cancellation> running = ConcurrentHashMap.newKeySet();

  /** End of the session; guarded by {@link #lock}. */
  private boolean isClosed;

  /**
   * Creates a connection.
   *
   * @param onTermination called when another session terminates this one; must not wait
   */
  SqlConnection(Session session, Runnable onTermination) {
    this.session = requireNonNull(session, "session is null");
    this.onTermination = requireNonNull(onTermination, "onTermination is null");
    session.sql().receiveSignals(this);
  }

  /** Returns the SQL session, which is used within {@link #call} only. */
  SqlSession sql() {
    return session.sql();
  }

  /** Registers a statement that {@link #cancel} reaches, until {@link #ended}. */
  void began(Cancellation statement) {
    running.add(statement);
  }

  void ended(Cancellation statement) {
    running.remove(statement);
  }

  /** Executes work on the session, after that of other threads. */
  <T extends @Nullable Object> T call(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }

  /** Sets the trace that the next statements belong to; null if they belong to none. */
  void trace(@Nullable TraceContext context) {
    lock.lock();
    try {
      session.sql().trace(context);
    } finally {
      lock.unlock();
    }
  }

  /** Records that the session waits for its client. */
  void waits() {
    lock.lock();
    try {
      if (!isClosed) {
        session.sql().waits();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void cancel() {
    running.forEach(Cancellation::cancel);
  }

  @Override
  public void terminate() {
    cancel();
    onTermination.run();
  }

  /** Rolls back an open transaction and ends the session. Waits for a call in progress. */
  void close() {
    cancel();
    lock.lock();
    try {
      if (!isClosed) {
        isClosed = true;
        session.close();
      }
    } finally {
      lock.unlock();
    }
  }
}
