package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Readers of a cluster, one for each member, with a bound of the age of what they read. They
 * measure for how long reads on a member pause.
 */
final class ClusterReaders implements AutoCloseable {
  private static final String BOUND = "10s";
  private static final int PAUSE_MILLIS = 5;

  private final LocalCluster cluster;
  private final Map<String, AtomicLong> lastReadNanos = new ConcurrentHashMap<>();
  private final Map<String, AtomicLong> longestPauseNanos = new ConcurrentHashMap<>();
  private volatile boolean isStopped;

  private ClusterReaders(LocalCluster cluster) {
    this.cluster = requireNonNull(cluster, "cluster is null");
  }

  static ClusterReaders start(LocalCluster cluster, List<String> names) {
    ClusterReaders readers = new ClusterReaders(cluster);
    for (String name : names) {
      readers.lastReadNanos.put(name, new AtomicLong(System.nanoTime()));
      readers.longestPauseNanos.put(name, new AtomicLong());
      Thread.ofPlatform().daemon().name("reader-" + name).start(() -> readers.read(name));
    }
    return readers;
  }

  private void read(String name) {
    while (!isStopped) {
      try (Connection connection = cluster.connect(name);
          Statement statement = connection.createStatement()) {
        statement.execute("set follower_read_staleness = '" + BOUND + "'");
        while (!isStopped) {
          readOnce(statement);
          long now = System.nanoTime();
          long before = requireNonNull(lastReadNanos.get(name)).getAndSet(now);
          requireNonNull(longestPauseNanos.get(name)).accumulateAndGet(now - before, Math::max);
          sleep();
        }
      } catch (SQLException | NullPointerException e) {
        sleep(); // the member is not there; the next attempt may find it
      }
    }
  }

  private static void readOnce(Statement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery("select sum(balance) from account")) {
      if (!result.next() || result.getLong(1) != ClusterLoad.ACCOUNTS * ClusterLoad.BALANCE) {
        throw new IllegalStateException("a read saw a part of a transaction");
      }
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Begins a new measurement when each member has been read from after this call, so that the time
   * for which a member was away before does not count.
   */
  void reset() throws InterruptedException {
    long start = System.nanoTime();
    for (AtomicLong last : lastReadNanos.values()) {
      while (last.get() - start <= 0) {
        if (System.nanoTime() - start > LocalCluster.WAIT_NANOS_MAX) {
          throw new IllegalStateException("a member serves no reads");
        }
        Thread.sleep(PAUSE_MILLIS);
      }
    }
    longestPauseNanos.values().forEach(pause -> pause.set(0));
  }

  /** Returns the longest time between two reads on a member, up to the present, since the reset. */
  long longestPauseNanos(String name) {
    long since = System.nanoTime() - requireNonNull(lastReadNanos.get(name)).get();
    return Math.max(since, requireNonNull(longestPauseNanos.get(name)).get());
  }

  @Override
  public void close() {
    isStopped = true;
  }
}
