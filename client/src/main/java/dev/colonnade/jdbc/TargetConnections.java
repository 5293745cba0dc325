package dev.colonnade.jdbc;

import dev.colonnade.client.login.TargetServer;
import dev.colonnade.jdbc.config.ConnectionSettings;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Opening of connections to the server of a cluster that the property {@code target} requires.
 * During a failover there may be no primary for some seconds.
 *
 * <p>The primary is searched on all servers of the URL at once, so that one that does not respond
 * does not delay it. While one has not responded, the others are asked again: one of them may have
 * become the primary in its place. Replicas are tried in their order, so that the first one is
 * preferred.
 */
final class TargetConnections {
  private static final long PAUSE_MILLIS_FIRST = 100;
  private static final long PAUSE_MILLIS_MAX = 1_000;

  private final ConnectionSettings settings;
  private final TargetServer target;

  private TargetConnections(ConnectionSettings settings, TargetServer target) {
    this.settings = settings;
    this.target = target;
  }

  /**
   * Opens a connection.
   *
   * @throws SQLException that of a server if none can be reached; 08001 if none is of the kind that
   *     is required
   */
  static JdbcConnection open(ConnectionSettings settings) throws SQLException {
    TargetServer target = settings.target();
    return switch (target) {
      case ANY -> JdbcConnection.open(settings);
      case PRIMARY -> new TargetConnections(settings, target).search();
      case REPLICA -> new TargetConnections(settings, target).tryEach();
    };
  }

  private JdbcConnection tryEach() throws SQLException {
    Outcome outcome = new Outcome(null, null);
    for (InetSocketAddress server : settings.servers()) {
      outcome = outcome.or(attempt(server));
      if (outcome.connection() != null) {
        return outcome.connection();
      }
    }
    throw none(outcome.failure());
  }

  /** Returns the first connection of attempts that run concurrently; further ones are closed. */
  private JdbcConnection search() throws SQLException {
    CompletableFuture<Outcome> first = new CompletableFuture<>();
    CountDownLatch silent = new CountDownLatch(settings.servers().size());
    List<CompletableFuture<Outcome>> attempts =
        settings.servers().stream().map(server -> start(server, first, silent)).toList();
    CompletableFuture<Outcome> all = CompletableFuture.completedFuture(new Outcome(null, null));
    for (CompletableFuture<Outcome> attempt : attempts) {
      all = all.thenCombine(attempt, Outcome::or);
    }
    var unused =
        all.whenComplete(
            (outcome, failure) -> {
              if (failure == null) {
                first.complete(outcome);
              } else {
                first.completeExceptionally(failure);
              }
            });
    Outcome found = get(first);
    if (found.connection() == null) {
      throw none(found.failure());
    }
    return found.connection();
  }

  /**
   * Starts attempts on one server.
   *
   * @param silent number of servers that have not responded
   * @return the outcome of the first one
   */
  private CompletableFuture<Outcome> start(
      InetSocketAddress server, CompletableFuture<Outcome> first, CountDownLatch silent) {
    CompletableFuture<Outcome> attempt = new CompletableFuture<>();
    Runnable task =
        () -> {
          try {
            Outcome outcome = offer(attempt(server), first);
            silent.countDown();
            attempt.complete(outcome);
            repeat(server, outcome, first, silent);
          } catch (SQLException | RuntimeException e) {
            if (attempt.completeExceptionally(e)) {
              silent.countDown();
            }
          }
        };
    Thread thread = new Thread(task, "colonnade-search");
    thread.setDaemon(true);
    thread.start();
    return attempt;
  }

  /** Makes the connection of an attempt, if any, the result of the search unless there is one. */
  private static Outcome offer(Outcome outcome, CompletableFuture<Outcome> first)
      throws SQLException {
    if (outcome.connection() != null && !first.complete(outcome)) {
      outcome.connection().close();
    }
    return outcome;
  }

  private void repeat(
      InetSocketAddress server,
      Outcome outcome,
      CompletableFuture<Outcome> first,
      CountDownLatch silent)
      throws SQLException {
    Outcome latest = outcome;
    long pauseMillis = PAUSE_MILLIS_FIRST;
    while (latest.connection() == null && !first.isDone() && !await(silent, pauseMillis)) {
      latest = offer(attempt(server), first);
      pauseMillis = Math.min(2 * pauseMillis, PAUSE_MILLIS_MAX);
    }
  }

  /** Waits until all servers have responded; returns whether they have. */
  private static boolean await(CountDownLatch silent, long pauseMillis) {
    try {
      return silent.await(pauseMillis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  private static Outcome get(CompletableFuture<Outcome> first) throws SQLException {
    try {
      return first.get();
    } catch (ExecutionException e) {
      Throwable cause = e.getCause();
      if (cause instanceof SQLException refused) {
        throw refused;
      }
      throw cause instanceof RuntimeException unexpected
          ? unexpected
          : new IllegalStateException(cause);
    } catch (InterruptedException e) {
      // A connection that is opened later is closed.
      closeIfFound(first);
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("the search was interrupted", "08001", e);
    }
  }

  private static void closeIfFound(CompletableFuture<Outcome> first) throws SQLException {
    if (!first.complete(new Outcome(null, null)) && !first.isCompletedExceptionally()) {
      JdbcConnection found = first.join().connection();
      if (found != null) {
        found.close();
      }
    }
  }

  /**
   * Result of an attempt.
   *
   * @param connection null if the server is not of the kind that is required, or not reached
   * @param failure why it was not reached
   */
  private record Outcome(@Nullable JdbcConnection connection, @Nullable SQLException failure) {
    Outcome or(Outcome other) {
      return connection != null || (other.connection == null && other.failure == null)
          ? this
          : other;
    }
  }

  /** Throws the error of a server that was reached and refused the login. */
  private Outcome attempt(InetSocketAddress server) throws SQLException {
    try {
      return new Outcome(JdbcConnection.open(settings.withServer(server), target), null);
    } catch (SQLTransientConnectionException | SQLNonTransientConnectionException e) {
      return new Outcome(null, e);
    }
  }

  private SQLException none(@Nullable SQLException failure) {
    SQLException none =
        new SQLTransientConnectionException(
            "none of the servers is a %s: servers=%s"
                .formatted(target.name().toLowerCase(Locale.ROOT), settings.servers()),
            "08001");
    if (failure != null) {
      none.addSuppressed(failure);
    }
    return none;
  }
}
