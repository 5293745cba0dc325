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
 * Attempts at one connection, of which the first that succeeds is taken and the others are ended.
 * Servers are tried in turn, the next one when one has failed. When nothing has happened for a
 * while a further attempt is made beside those that are under way, so that one that is stuck, by a
 * lost packet or by a server that accepts and does not answer, holds up nobody. See RFC 8305, Happy
 * Eyeballs.
 *
 * <p>The race is lost when the attempts that follow each other have failed, every server being
 * tried: those beside them never prolong it. Safe for use by any thread.
 */
final class ConnectRace {
  /** How long the first attempt is alone; after that the pauses double. */
  static final long PATIENCE_MILLIS = 1_000;

  private static final int DOUBLINGS_MAX = 10;

  /** Runs something after a time, or never when the event loops are shut down. */
  interface Timer {
    void schedule(Runnable task, long delayMillis);
  }

  private final List<InetSocketAddress> servers;
  private final int first;
  private final Function<InetSocketAddress, CompletableFuture<Connection>> attempts;
  private final Timer timer;
  private final CompletableFuture<Connection> outcome = new CompletableFuture<>();

  /** All so far, those that have ended too. Guarded by this, as is what follows. */
  private final List<CompletableFuture<Connection>> made = new ArrayList<>();

  private int begun;
  private int besides;

  /**
   * @param first which of the servers is tried first
   * @param attempts begins an attempt; one that fails ends what it has opened
   */
  ConnectRace(
      List<InetSocketAddress> servers,
      int first,
      Function<InetSocketAddress, CompletableFuture<Connection>> attempts,
      Timer timer) {
    this.servers = servers;
    this.first = first;
    this.attempts = attempts;
    this.timer = timer;
  }

  CompletableFuture<Connection> run() {
    begin(true);
    if (!outcome.isDone()) {
      waitAndBeginBesides();
    }
    return outcome;
  }

  private void waitAndBeginBesides() {
    long delayMillis = PATIENCE_MILLIS << Math.min(besides, DOUBLINGS_MAX);
    timer.schedule(
        () -> {
          if (!outcome.isDone()) {
            synchronized (this) {
              besides++;
            }
            begin(false);
            waitAndBeginBesides();
          }
        },
        delayMillis);
  }

  /**
   * Begins an attempt.
   *
   * @param decides whether the race is lost when it fails and no server is left
   */
  private void begin(boolean decides) {
    CompletableFuture<Connection> attempt = attempts.apply(nextServer());
    synchronized (this) {
      made.add(attempt);
    }
    var unused = attempt.whenComplete((connection, failure) -> end(connection, failure, decides));
    if (outcome.isDone()) {
      endOthers();
    }
  }

  private synchronized InetSocketAddress nextServer() {
    return servers.get(Math.floorMod(first + begun++, servers.size()));
  }

  private void end(@Nullable Connection connection, @Nullable Throwable failure, boolean decides) {
    boolean isServerLeft;
    synchronized (this) {
      isServerLeft = begun < servers.size();
    }
    if (connection != null) {
      if (outcome.complete(connection)) {
        endOthers();
      } else {
        connection.close();
      }
    } else if (failure != null && !outcome.isDone()) {
      if (isServerLeft) {
        begin(decides);
      } else if (decides) {
        outcome.completeExceptionally(failure);
        endOthers();
      }
    }
  }

  private void endOthers() {
    List<CompletableFuture<Connection>> others;
    synchronized (this) {
      others = List.copyOf(made);
    }
    for (CompletableFuture<Connection> other : others) {
      other.completeExceptionally(
          new ClientException(ClientError.CONNECTION_FAILED, "another attempt was decided first"));
    }
  }
}
