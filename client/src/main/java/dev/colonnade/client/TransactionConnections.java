package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.net.ConnectionPool;
import dev.colonnade.client.net.PinnedConnection;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Connections without a transaction block, each used by one transaction at a time and kept for the
 * next ones. Thread-safe.
 */
final class TransactionConnections {
  /** Maximum number of connections that are kept. */
  private static final int IDLE_MAX = 16;

  private final ConnectionPool pool;
  private final Deque<PinnedConnection> idle = new ConcurrentLinkedDeque<>();
  private final AtomicInteger idleCount = new AtomicInteger();

  TransactionConnections(ConnectionPool pool) {
    this.pool = requireNonNull(pool, "pool is null");
  }

  ConnectionPool pool() {
    return pool;
  }

  /** Returns a connection, which the caller keeps or closes. */
  PinnedConnection connect() {
    for (PinnedConnection kept = idle.pollFirst(); kept != null; kept = idle.pollFirst()) {
      idleCount.decrementAndGet();
      if (!kept.acquire().isCompletedExceptionally()) {
        return kept;
      }
      kept.close(); // it was lost meanwhile
    }
    return pool.pin();
  }

  /** Keeps a connection whose transaction has ended, or closes it if enough are kept. */
  void keep(PinnedConnection connection) {
    if (idleCount.incrementAndGet() > IDLE_MAX) {
      idleCount.decrementAndGet();
      connection.close();
    } else {
      idle.addFirst(connection);
    }
  }
}
