package dev.colonnade.flight.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.engine.Database;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.net.transport.SessionLimiter;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the sessions of all clients. A session ends when its client ends it, when another
 * session terminates it, and when it has had no call for the idle time. Thread-safe.
 */
public final class FlightSessions implements AutoCloseable {
  private static final int HANDLE_BYTES = 16;

  private final Database database;
  private final RandomGenerator random;
  private final NanoTicker ticker;
  private final Duration idleMax;
  private final SessionLimiter limiter;
  private final Map<String, FlightSession> sessions = new ConcurrentHashMap<>();

  /** Tokens of sessions of clients that send a password with each call, by user and database. */
  private final Map<String, String> tokensByLogin = new ConcurrentHashMap<>();

  /**
   * Creates a registry.
   *
   * @param random cryptographically secure generator
   * @param idleMax time without a call after which a session ends
   */
  public FlightSessions(
      Database database,
      RandomGenerator random,
      NanoTicker ticker,
      Duration idleMax,
      int sessionsMax) {
    this.database = requireNonNull(database, "database is null");
    this.random = requireNonNull(random, "random is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
    this.idleMax = requireNonNull(idleMax, "idleMax is null");
    this.limiter = new SessionLimiter(sessionsMax);
  }

  /** Returns the number of sessions. */
  public int count() {
    return limiter.value();
  }

  /**
   * Opens a session, whose first call begins.
   *
   * @throws ColonnadeException UNKNOWN_DATABASE, INSUFFICIENT_PRIVILEGE, TOO_MANY_CONNECTIONS
   */
  public FlightSession open(String user, String databaseName, boolean isSuperuser) {
    limiter.acquire(isSuperuser);
    boolean done = false;
    try {
      FlightSession session =
          new FlightSession(newHandle(), user, databaseName, database, this::newHandle);
      session.callBegan();
      sessions.put(session.token(), session);
      done = true;
      return session;
    } finally {
      if (!done) {
        limiter.release();
      }
    }
  }

  /**
   * Returns the session that the calls of a user share that have a password and no token, and
   * begins a call; null if there is none yet.
   */
  public @Nullable FlightSession findShared(String user, String databaseName) {
    String token = tokensByLogin.get(loginKey(user, databaseName));
    FlightSession session = token == null ? null : sessions.get(token);
    if (session == null || session.isClosed()) {
      return null;
    }
    session.callBegan();
    return session;
  }

  /** Makes a session that which {@link #findShared} returns. */
  public void share(FlightSession session) {
    tokensByLogin.put(loginKey(session.user(), session.databaseName()), session.token());
  }

  private static String loginKey(String user, String databaseName) {
    return user.length() + ":" + user + databaseName;
  }

  /**
   * Returns the session of a token, and begins a call.
   *
   * @throws ColonnadeException INVALID_AUTHORIZATION if there is no such session
   */
  public FlightSession require(String token) {
    FlightSession session = sessions.get(token);
    if (session == null || session.isClosed()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_AUTHORIZATION, "the token is not valid, or its session has ended");
    }
    session.callBegan();
    return session;
  }

  /** Records the end of a call. */
  public void callEnded(FlightSession session) {
    session.callEnded(ticker.nanos());
    if (session.isClosed()) {
      end(session);
    }
  }

  /** Ends a session, canceling its statements. */
  public void end(FlightSession session) {
    if (sessions.remove(session.token(), session)) {
      tokensByLogin.remove(loginKey(session.user(), session.databaseName()), session.token());
      try {
        session.close();
      } finally {
        limiter.release();
      }
    }
  }

  /** Ends the sessions that have had no call for too long, or were terminated. */
  public void endIdle() {
    long now = ticker.nanos();
    for (FlightSession session : sessions.values()) {
      if (session.isClosed() || session.idleNanos(now) > idleMax.toNanos()) {
        end(session);
      }
    }
  }

  private String newHandle() {
    byte[] bytes = new byte[HANDLE_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  /** Ends all sessions. */
  @Override
  public void close() {
    sessions.values().forEach(this::end);
  }
}
