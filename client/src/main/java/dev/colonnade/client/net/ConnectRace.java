package dev.colonnade.client.net;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Race of connection attempts, of which the first successful one is used and the attempt ones are
 * closed. The next server is tried when an attempt has failed. When an attempt makes no progress
 * for a while, a further attempt runs concurrently, so that an attempt that is stuck, because of a
 * lost packet or a server that accepts and does not respond, does not delay the request. See RFC
 * 8305, Happy Eyeballs.
 *
 * <p>The race fails when the sequential attempts have failed on every server; concurrent attempts
 * never prolong it. Thread-safe.
 */
final class ConnectRace {
  /** Delay before the first concurrent attempt; each further delay is twice as long. */
  static final long CONCURRENT_ATTEMPT_DELAY_MILLIS = 1_000;

  private static final int DOUBLINGS_MAX = 10;

  /** Timer that runs a task after a delay, or never if the event loops are shut down. */
  interface Timer {
    void schedule(Runnable task, long delayMillis);
  }

  private final List<InetSocketAddress> servers;
  private final int first;
  private final Function<InetSocketAddress, CompletableFuture<ClientConnection>> attempts;
  private final Timer timer;
  private final CompletableFuture<ClientConnection> outcome = new CompletableFuture<>();

  /** All started attempts, including completed ones. Guarded by this, like the two fields below. */
  private final List<CompletableFuture<ClientConnection>> started = new ArrayList<>();

  private int startedCount;
  private int concurrentCount;

  /**
   * Creates a race.
   *
   * @param first index of the server that is tried first
   * @param attempts starts an attempt; a failed attempt closes its channel
   */
  public ConnectRace(
      List<InetSocketAddress> servers,
      int first,
      Function<InetSocketAddress, CompletableFuture<ClientConnection>> attempts,
      Timer timer) {
    this.servers = servers;
    this.first = first;
    this.attempts = attempts;
    this.timer = timer;
  }

  public CompletableFuture<ClientConnection> run() {
    start(true);
    if (!outcome.isDone()) {
      scheduleConcurrentAttempt();
    }
    return outcome;
  }

  private void scheduleConcurrentAttempt() {
    long delayMillis = CONCURRENT_ATTEMPT_DELAY_MILLIS << Math.min(concurrentCount, DOUBLINGS_MAX);
    timer.schedule(
        () -> {
          if (!outcome.isDone()) {
            synchronized (this) {
              concurrentCount++;
            }
            start(false);
            scheduleConcurrentAttempt();
          }
        },
        delayMillis);
  }

  /**
   * Starts an attempt.
   *
   * @param isSequential whether the race fails if this attempt fails and no server is left
   */
  private void start(boolean isSequential) {
    CompletableFuture<ClientConnection> attempt = attempts.apply(nextServer());
    synchronized (this) {
      started.add(attempt);
    }
    var unused =
        attempt.whenComplete(
            (connection, failure) -> completeAttempt(connection, failure, isSequential));
    if (outcome.isDone()) {
      closeOtherAttempts();
    }
  }

  private synchronized InetSocketAddress nextServer() {
    return servers.get(Math.floorMod(first + startedCount++, servers.size()));
  }

  private void completeAttempt(
      @Nullable ClientConnection connection, @Nullable Throwable failure, boolean isSequential) {
    boolean isServerLeft;
    synchronized (this) {
      isServerLeft = startedCount < servers.size();
    }
    if (connection != null) {
      if (outcome.complete(connection)) {
        closeOtherAttempts();
      } else {
        connection.close();
      }
    } else if (failure != null && !outcome.isDone()) {
      if (isServerLeft) {
        start(isSequential);
      } else if (isSequential) {
        outcome.completeExceptionally(failure);
        closeOtherAttempts();
      }
    }
  }

  private void closeOtherAttempts() {
    List<CompletableFuture<ClientConnection>> attemptsToClose;
    synchronized (this) {
      attemptsToClose = List.copyOf(started);
    }
    for (CompletableFuture<ClientConnection> attempt : attemptsToClose) {
      attempt.completeExceptionally(
          new ClientException(
              ClientError.CONNECTION_FAILED, "another connection attempt has completed first"));
    }
  }
}
