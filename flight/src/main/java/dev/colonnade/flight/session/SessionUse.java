package dev.colonnade.flight.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.trace.TraceContext;
import io.grpc.Context;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Use of a SQL session by one statement, to be closed at its end. A statement of no transaction has
 * its session for itself; those of a transaction share one.
 */
public final class SessionUse implements AutoCloseable {
  /** Key of the trace that a call belongs to, in the context of the call. */
  public static final Context.Key<TraceContext> TRACE = Context.key("colonnade.trace");

  private final SqlConnection connection;
  private final boolean isInTransaction;
  private final Cancellation cancellation;
  private final Consumer<SqlConnection> onClose;

  SessionUse(
      SqlConnection connection,
      boolean isInTransaction,
      Cancellation cancellation,
      Consumer<SqlConnection> onClose) {
    this.connection = requireNonNull(connection, "connection is null");
    this.isInTransaction = isInTransaction;
    this.cancellation = requireNonNull(cancellation, "cancellation is null");
    this.onClose = requireNonNull(onClose, "onClose is null");
    connection.began(cancellation);
    connection.trace(TRACE.get());
  }

  /** Returns whether the statement belongs to a transaction of the client. */
  public boolean isInTransaction() {
    return isInTransaction;
  }

  /** Returns the token that interrupts the statement. */
  public Cancellation cancellation() {
    return cancellation;
  }

  /** Executes work on the session; the session must not be used outside of it. */
  public <T extends @Nullable Object> T call(Function<SqlSession, T> work) {
    return connection.call(() -> work.apply(connection.sql()));
  }

  @Override
  public void close() {
    connection.ended(cancellation);
    connection.waits();
    onClose.accept(connection);
  }
}
