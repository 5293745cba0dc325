package dev.colonnade.flight.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.setting.SessionSettings;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Session of a client: what its calls share, found by the token that it sends with each of them.
 *
 * <p>A statement outside of a transaction runs in the first SQL session if that is free, so that
 * settings and temporary tables remain; several statements at the same time have SQL sessions of
 * their own, with the settings of the first. A transaction has a SQL session until its end.
 * Thread-safe.
 */
public final class FlightSession {
  /** Maximum number of SQL sessions, which is that of statements and transactions at a time. */
  static final int SQL_SESSIONS_MAX = 64;

  /** Maximum number of prepared statements. */
  static final int STATEMENTS_MAX = 10_000;

  /** Maximum number of announced statements; a further one replaces the oldest. */
  static final int PENDING_MAX = 1_000;

  /** SQL sessions that stay open without work, beside the first. */
  private static final int SPARE_MAX = 3;

  private final String token;
  private final String user;
  private final String databaseName;
  private final Database database;
  private final Supplier<String> handles;
  private final SqlConnection first;

  /** Open SQL sessions without work; the first one at the head. Guarded by this. */
  private final Deque<SqlConnection> spare = new ArrayDeque<>();

  /** All open SQL sessions. Guarded by this, as all that follows. */
  private final List<SqlConnection> open = new ArrayList<>();

  private final Map<String, SqlConnection> transactions = new HashMap<>();
  private final Map<String, ClientStatement> statements = new HashMap<>();
  private final Map<String, PendingStatement> pending = new LinkedHashMap<>();
  private final Map<String, Cancellation> running = new HashMap<>();
  private SessionSettings.@Nullable State settings;
  private int callCount;
  private long lastUsedNanos;
  private boolean isClosed;

  /**
   * Opens a session with its first SQL session.
   *
   * @param handles returns a new handle that cannot be guessed
   * @throws ColonnadeException as {@link Database#login} does
   */
  FlightSession(
      String token, String user, String databaseName, Database database, Supplier<String> handles) {
    this.token = requireNonNull(token, "token is null");
    this.user = requireNonNull(user, "user is null");
    this.databaseName = requireNonNull(databaseName, "databaseName is null");
    this.database = requireNonNull(database, "database is null");
    this.handles = requireNonNull(handles, "handles is null");
    first = connect();
    spare.add(first);
  }

  private SqlConnection connect() {
    SqlConnection connection =
        new SqlConnection(database.login(user, databaseName), this::terminated);
    synchronized (this) {
      open.add(connection);
    }
    return connection;
  }

  public String token() {
    return token;
  }

  public String user() {
    return user;
  }

  /** Returns the name of the session's database. */
  public String databaseName() {
    return databaseName;
  }

  /** Records the begin of a call; throws INVALID_AUTHORIZATION if the session has ended. */
  synchronized void callBegan() {
    requireOpen();
    callCount++;
  }

  /** Records the end of a call. */
  public synchronized void callEnded(long nowNanos) {
    callCount--;
    lastUsedNanos = nowNanos;
  }

  /** Returns the time since the last call; 0 during a call. */
  synchronized long idleNanos(long nowNanos) {
    return callCount > 0 || !running.isEmpty() ? 0 : nowNanos - lastUsedNanos;
  }

  synchronized void used(long nowNanos) {
    lastUsedNanos = nowNanos;
  }

  private synchronized void terminated() {
    isClosed = true;
  }

  /** Returns whether the session has ended, or must end. */
  synchronized boolean isClosed() {
    return isClosed;
  }

  private void requireOpen() {
    if (isClosed) {
      throw new ColonnadeException(ErrorCode.INVALID_AUTHORIZATION, "the session has ended");
    }
  }

  /**
   * Returns a SQL session for a statement.
   *
   * @param transaction handle of its transaction; empty for none
   */
  public SessionUse use(String transaction, Cancellation cancellation) {
    if (!transaction.isEmpty()) {
      return new SessionUse(requireTransaction(transaction), true, cancellation, _ -> {});
    }
    return new SessionUse(acquire(), false, cancellation, this::release);
  }

  private SqlConnection acquire() {
    SessionSettings.State shared;
    SqlConnection found;
    synchronized (this) {
      requireOpen();
      found = spare.poll();
      shared = settings;
      if (found == null && open.size() >= SQL_SESSIONS_MAX) {
        throw new ColonnadeException(
            ErrorCode.TOO_MANY_CONNECTIONS,
            "the session has too many statements and transactions at a time: max="
                + SQL_SESSIONS_MAX);
      }
    }
    SqlConnection connection = found == null ? connect() : found;
    if (connection != first && shared != null) {
      connection.sql().settings().restore(shared);
    }
    return connection;
  }

  private void release(SqlConnection connection) {
    boolean isKept;
    synchronized (this) {
      isKept = !isClosed && (connection == first || spare.size() <= SPARE_MAX);
      if (connection == first) {
        settings = connection.sql().settings().state();
        spare.addFirst(connection);
      } else if (isKept) {
        spare.addLast(connection);
      } else {
        open.remove(connection);
      }
    }
    if (!isKept) {
      connection.close();
    }
  }

  /** Returns the handle of a new transaction, after {@code begin} has begun it. */
  public String beginTransaction(Consumer<SessionUse> begin) {
    SqlConnection connection = acquire();
    boolean done = false;
    try (SessionUse use =
        new SessionUse(connection, true, Cancellation.withoutDeadline(), _ -> {})) {
      begin.accept(use);
      String handle = handles.get();
      synchronized (this) {
        requireOpen();
        transactions.put(handle, connection);
      }
      done = true;
      return handle;
    } finally {
      if (!done) {
        release(connection);
      }
    }
  }

  private synchronized SqlConnection requireTransaction(String handle) {
    requireOpen();
    SqlConnection connection = transactions.get(handle);
    if (connection == null) {
      throw new ColonnadeException(
          ErrorCode.NO_ACTIVE_TRANSACTION, "there is no such transaction: id=" + handle);
    }
    return connection;
  }

  /** Ends a transaction by {@code end}; its handle is unknown from then on, also after an error. */
  public void endTransaction(String handle, Consumer<SessionUse> end) {
    SqlConnection connection = requireTransaction(handle);
    synchronized (this) {
      transactions.remove(handle);
    }
    try (SessionUse use =
        new SessionUse(connection, true, Cancellation.withoutDeadline(), this::release)) {
      end.accept(use);
    }
  }

  /** Adds an announced statement and returns its handle. */
  public synchronized String announce(PendingStatement statement) {
    requireOpen();
    if (pending.size() >= PENDING_MAX) {
      pending.remove(pending.keySet().iterator().next());
    }
    String handle = handles.get();
    pending.put(handle, statement);
    return handle;
  }

  /** Removes and returns an announced statement. */
  public synchronized PendingStatement takePending(String handle) {
    requireOpen();
    PendingStatement statement = pending.remove(handle);
    if (statement == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_PREPARED_STATEMENT,
          "there is no such statement, or its result was requested already: handle=" + handle);
    }
    return statement;
  }

  /** Adds a prepared statement and returns its handle. */
  public synchronized String add(ClientStatement statement) {
    requireOpen();
    if (statements.size() >= STATEMENTS_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many prepared statements: max=" + STATEMENTS_MAX);
    }
    String handle = handles.get();
    statements.put(handle, statement);
    return handle;
  }

  /** Returns a prepared statement. */
  public synchronized ClientStatement statement(String handle) {
    requireOpen();
    ClientStatement statement = statements.get(handle);
    if (statement == null) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_PREPARED_STATEMENT,
          "prepared statement \"" + handle + "\" does not exist");
    }
    return statement;
  }

  /** Removes a prepared statement; no effect if there is none. */
  public synchronized void removeStatement(String handle) {
    statements.remove(handle);
  }

  /** Registers a running statement, which {@link #cancel} reaches by a handle. */
  public synchronized void began(String handle, Cancellation cancellation) {
    running.put(handle, cancellation);
  }

  /** Removes a statement that has ended. */
  public synchronized void ended(String handle, Cancellation cancellation) {
    running.remove(handle, cancellation);
  }

  /** Cancels a running or announced statement; returns whether there is one. */
  public boolean cancel(String handle) {
    Cancellation found;
    synchronized (this) {
      found = running.get(handle);
      if (found == null) {
        return pending.remove(handle) != null;
      }
    }
    found.cancel();
    return true;
  }

  /** Cancels all statements, rolls back all transactions and ends all SQL sessions. Idempotent. */
  void close() {
    List<SqlConnection> connections;
    synchronized (this) {
      isClosed = true;
      connections = List.copyOf(open);
      open.clear();
      spare.clear();
      transactions.clear();
      statements.clear();
      pending.clear();
    }
    connections.forEach(SqlConnection::cancel);
    connections.forEach(SqlConnection::close);
  }
}
