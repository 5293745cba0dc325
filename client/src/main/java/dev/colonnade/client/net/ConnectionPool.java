package dev.colonnade.client.net;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.error.ClientError;
import dev.colonnade.client.error.ClientException;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Pool of shared connections. They are opened when they are first needed, and reopened when they
 * are lost; requests are distributed round-robin. Thread-safe.
 */
public final class ConnectionPool implements ConnectionSource, AutoCloseable {
  private static final long QUIET_MILLIS = 0;
  private static final long SHUTDOWN_MILLIS = 2_000;

  private final NetConfig config;
  private final LongSupplier nanoClock;
  private final EventLoopGroup eventLoops;
  private final Connector connector;
  private final AtomicReferenceArray<@Nullable CompletableFuture<ClientConnection>> slots;
  private final Set<Delayed> delayed = ConcurrentHashMap.newKeySet();
  private final Set<PinnedConnection> pinned = ConcurrentHashMap.newKeySet();
  private final AtomicInteger turn = new AtomicInteger();
  private volatile boolean closed;

  public ConnectionPool(NetConfig config, LongSupplier nanoClock) {
    this.config = requireNonNull(config, "config is null");
    this.nanoClock = requireNonNull(nanoClock, "nanoClock is null");
    this.eventLoops =
        new MultiThreadIoEventLoopGroup(
            config.sizing().eventLoopThreads(),
            new DefaultThreadFactory("colonnade-client", true),
            config.sizing().transport().ioHandlerFactory());
    this.connector = new Connector(config, eventLoops, nanoClock);
    this.slots = new AtomicReferenceArray<>(config.sizing().connectionsMax());
  }

  public NetConfig config() {
    return config;
  }

  /** Returns the current time of the clock of deadlines. */
  public long nowNanos() {
    return nanoClock.getAsLong();
  }

  /**
   * Returns the next connection in round-robin order, or another one that is open while that one is
   * not.
   */
  @Override
  public CompletableFuture<ClientConnection> acquire() {
    CompletableFuture<ClientConnection> inTurn =
        acquire(Math.floorMod(turn.getAndIncrement(), slots.length()));
    if (inTurn.isDone()) {
      return inTurn;
    }
    for (int i = 0; i < slots.length(); i++) {
      CompletableFuture<ClientConnection> other = slots.get(i);
      if (other != null && other.isDone() && !isLost(other)) {
        return other;
      }
    }
    return inTurn;
  }

  private CompletableFuture<ClientConnection> acquire(int index) {
    while (!closed) {
      CompletableFuture<ClientConnection> present = slots.get(index);
      if (present != null && !isLost(present)) {
        return present;
      }
      CompletableFuture<ClientConnection> opening = new CompletableFuture<>();
      if (slots.compareAndSet(index, present, opening)) {
        open(index, opening);
        return opening;
      }
    }
    return CompletableFuture.failedFuture(closedException());
  }

  /** Opens a dedicated connection, in addition to those of the pool. */
  public PinnedConnection pin() {
    CompletableFuture<ClientConnection> opening = new CompletableFuture<>();
    PinnedConnection connection = new PinnedConnection(opening, pinned::remove);
    pinned.add(connection);
    if (!closed) {
      open(turn.getAndIncrement(), opening);
    }
    if (closed) {
      opening.completeExceptionally(closedException());
      connection.close();
    }
    return connection;
  }

  /** Returns whether the pool is closed: no request succeeds any more. */
  public boolean isClosed() {
    return closed;
  }

  /** Runs a task after a delay on one of the event loops, or immediately if the pool is closed. */
  public void schedule(Runnable task, long delayMillis) {
    Delayed waiting = new Delayed(task);
    delayed.add(waiting);
    try {
      var unused =
          eventLoops.next().schedule(() -> runOnce(waiting), delayMillis, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException shutDown) {
      runOnce(waiting);
    }
    if (closed) {
      runOnce(waiting);
    }
  }

  /** Returns whether the calling thread is an event loop, which must not block. */
  public boolean isEventLoop() {
    for (var eventLoop : eventLoops) {
      if (eventLoop.inEventLoop()) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void close() {
    closed = true;
    for (int i = 0; i < slots.length(); i++) {
      CompletableFuture<ClientConnection> slot = slots.get(i);
      if (slot != null && !slot.completeExceptionally(closedException())) {
        var unused = slot.thenAccept(ClientConnection::close);
      }
    }
    pinned.forEach(PinnedConnection::close);
    delayed.forEach(this::runOnce);
    eventLoops
        .shutdownGracefully(QUIET_MILLIS, SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS)
        .awaitUninterruptibly(SHUTDOWN_MILLIS);
  }

  private void runOnce(Delayed waiting) {
    if (delayed.remove(waiting)) {
      waiting.task.run();
    }
  }

  private void open(int index, CompletableFuture<ClientConnection> opening) {
    var unused =
        connector
            .connect(index)
            .whenComplete(
                (connection, failure) -> {
                  if (failure != null) {
                    opening.completeExceptionally(failure);
                  } else if (!opening.complete(connection)) {
                    connection.close();
                  }
                });
    if (closed) {
      opening.completeExceptionally(closedException());
    }
  }

  private static boolean isLost(CompletableFuture<ClientConnection> slot) {
    return slot.isDone() && (slot.isCompletedExceptionally() || !slot.join().isUsable());
  }

  private static ClientException closedException() {
    return new ClientException(ClientError.CLIENT_CLOSED, "client is closed");
  }

  /** Delayed task. It has identity, so that the same task can be scheduled twice. */
  private static final class Delayed {
    private final Runnable task;

    Delayed(Runnable task) {
      this.task = task;
    }
  }
}
