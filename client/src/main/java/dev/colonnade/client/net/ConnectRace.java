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
 * Race of connection attempts, of which the first successful one is used and the other ones are
 * closed. The next server is tried when an attempt has failed. When an attempt makes no progress
 * for a while, a further attempt runs concurrently, so that an attempt that is stuck, because of a
 * lost packet or a server that accepts and does not respond, does not delay the request. See RFC
 * 8305, Happy Eyeballs.
 *
 * <p>A search tries all servers at once, since only one of them is the right one. While an attempt
 * is stuck, servers whose attempts have failed are tried again: one of them may have become the
 * leader in place of the server that does not respond.
 *
 * <p>The race fails when the first attempts have failed on every server; further concurrent
 * attempts never prolong it. Thread-safe.
 */
final class ConnectRace {
  /** Delay before the first concurrent attempt; each further delay is twice as long. */
  static final long CONCURRENT_ATTEMPT_DELAY_MILLIS = 1_000;

  /** Delay before servers are tried again in a search; each further delay is twice as long. */
  static final long REPETITION_DELAY_MILLIS = 100;

  private static final long REPETITION_DELAY_MILLIS_MAX = 1_000;

  private static final int DOUBLINGS_MAX = 10;

  /** Timer that runs a task after a delay, or never if the event loops are shut down. */
  interface Timer {
    void schedule(Runnable task, long delayMillis);
  }

  private final List<InetSocketAddress> servers;
  private final int first;
  private final boolean isSearch;
  private final Function<InetSocketAddress, CompletableFuture<ClientConnection>> attempts;
  private final Timer timer;
  private final CompletableFuture<ClientConnection> outcome = new CompletableFuture<>();

  /** All started attempts, including completed ones. Guarded by this, like the two fields below. */
  private final List<CompletableFuture<ClientConnection>> started = new ArrayList<>();

  private int startedCount;
  private int concurrentCount;

  /** Number of first attempts, or of sequences of them, that have not failed. Guarded by this. */
  private int firstCount;

  /** Number of attempts in progress for each server. Guarded by this. */
  private final int[] runningCounts;

  /**
   * Creates a race.
   *
   * @param first index of the server that is tried first
   * @param isSearch whether all servers are tried at once
   * @param attempts starts an attempt; a failed attempt closes its channel
   */
  public ConnectRace(
      List<InetSocketAddress> servers,
      int first,
      boolean isSearch,
      Function<InetSocketAddress, CompletableFuture<ClientConnection>> attempts,
      Timer timer) {
    this.servers = servers;
    this.first = first;
    this.isSearch = isSearch && servers.size() > 1;
    this.runningCounts = new int[servers.size()];
    this.attempts = attempts;
    this.timer = timer;
  }

  public CompletableFuture<ClientConnection> run() {
    int count = isSearch ? servers.size() : 1;
    synchronized (this) {
      firstCount = count;
    }
    for (int i = 0; i < count && !outcome.isDone(); i++) {
      start(nextServer(), true);
    }
    if (!outcome.isDone()) {
      scheduleConcurrentAttempts();
    }
    return outcome;
  }

  private void scheduleConcurrentAttempts() {
    timer.schedule(
        () -> {
          if (!outcome.isDone()) {
            synchronized (this) {
              concurrentCount++;
            }
            startConcurrentAttempts();
            scheduleConcurrentAttempts();
          }
        },
        delayMillis());
  }

  private synchronized long delayMillis() {
    int doublings = Math.min(concurrentCount, DOUBLINGS_MAX);
    return isSearch
        ? Math.min(REPETITION_DELAY_MILLIS << doublings, REPETITION_DELAY_MILLIS_MAX)
        : CONCURRENT_ATTEMPT_DELAY_MILLIS << doublings;
  }

  private void startConcurrentAttempts() {
    if (!isSearch) {
      start(nextServer(), false);
      return;
    }
    for (int server = 0; server < servers.size() && !outcome.isDone(); server++) {
      if (!isRunning(server)) {
        start(server, false);
      }
    }
  }

  private synchronized boolean isRunning(int server) {
    return runningCounts[server] > 0;
  }

  /**
   * Starts an attempt.
   *
   * @param isFirst whether the race fails if this attempt fails, no server is left and no other
   *     first attempt runs
   */
  private void start(int server, boolean isFirst) {
    synchronized (this) {
      runningCounts[server]++;
    }
    CompletableFuture<ClientConnection> attempt = attempts.apply(servers.get(server));
    synchronized (this) {
      started.add(attempt);
    }
    var unused =
        attempt.whenComplete(
            (connection, failure) -> completeAttempt(server, connection, failure, isFirst));
    if (outcome.isDone()) {
      closeOtherAttempts();
    }
  }

  private synchronized int nextServer() {
    return Math.floorMod(first + startedCount++, servers.size());
  }

  private void completeAttempt(
      int server,
      @Nullable ClientConnection connection,
      @Nullable Throwable failure,
      boolean isFirst) {
    boolean isServerLeft;
    synchronized (this) {
      runningCounts[server]--;
      isServerLeft = !isSearch && startedCount < servers.size();
    }
    if (connection != null) {
      if (outcome.complete(connection)) {
        closeOtherAttempts();
      } else {
        connection.close();
      }
    } else if (failure != null && !outcome.isDone()) {
      if (isServerLeft) {
        start(nextServer(), isFirst);
      } else if (isFirst && countFailed() == 0) {
        outcome.completeExceptionally(failure);
        closeOtherAttempts();
      }
    }
  }

  /** Counts a first attempt that has failed, and returns the number of others. */
  private synchronized int countFailed() {
    return --firstCount;
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
