package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Readers of a cluster, one for each member, that require the newest state: a row whose commit was
 * acknowledged before a read began must be found, on the leader as well as on followers. A member
 * that cannot prove it refuses the read.
 */
final class FreshReads implements AutoCloseable {
  private static final int IDLE_MILLIS = 10;

  /** Time after which a request that was not answered counts as lost. */
  private static final Duration ANSWER_MAX = Duration.ofMinutes(2);

  private final LocalCluster cluster;
  private final ClusterLoad load;
  private final ConcurrentLinkedQueue<String> problems = new ConcurrentLinkedQueue<>();

  /** Numbers of answered reads by the names of members. */
  private final Map<String, AtomicLong> reads = new ConcurrentHashMap<>();

  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isStopped;

  private FreshReads(LocalCluster cluster, ClusterLoad load) {
    this.cluster = requireNonNull(cluster, "cluster is null");
    this.load = requireNonNull(load, "load is null");
  }

  static FreshReads start(LocalCluster cluster, ClusterLoad load, List<String> names) {
    FreshReads fresh = new FreshReads(cluster, load);
    for (String name : names) {
      fresh.reads.put(name, new AtomicLong());
      fresh.threads.add(
          Thread.ofPlatform().daemon().name("fresh-" + name).start(() -> fresh.readFrom(name)));
    }
    return fresh;
  }

  private void readFrom(String name) {
    while (!isStopped) {
      try (Connection connection = cluster.connect(name);
          Statement statement = connection.createStatement()) {
        statement.execute("set follower_read_staleness = 0");
        while (!isStopped) {
          readOnce(name, statement);
          sleep();
        }
      } catch (SQLException | NullPointerException e) {
        sleep(); // refused, or the member is not there; the next attempt may find it
      }
    }
  }

  private void readOnce(String name, Statement statement) throws SQLException {
    int id = load.lastAcknowledged();
    try (ResultSet row = statement.executeQuery("select id from entry where id = " + id)) {
      if (id != 0 && !row.next()) {
        problems.add("member %s did not return the acknowledged row %d".formatted(name, id));
      }
    }
    requireNonNull(reads.get(name), name).incrementAndGet();
  }

  private static void sleep() {
    try {
      Thread.sleep(IDLE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until every member has answered a read that began after the call. */
  void awaitAnswers() throws InterruptedException {
    long start = System.nanoTime();
    Map<String, Long> before = new HashMap<>();
    reads.forEach((name, count) -> before.put(name, count.get()));
    for (Map.Entry<String, AtomicLong> each : reads.entrySet()) {
      // One may have begun before.
      long enough = requireNonNull(before.get(each.getKey()), "before is null") + 2;
      while (each.getValue().get() < enough) {
        if (System.nanoTime() - start > ANSWER_MAX.toNanos()) {
          throw new AssertionError("a member answers no fresh read: name=" + each.getKey());
        }
        sleep();
      }
    }
  }

  /** Stops the readers, and returns descriptions of reads that were wrong. */
  List<String> stop() throws InterruptedException {
    isStopped = true;
    for (Thread thread : threads) {
      if (!thread.join(ANSWER_MAX)) {
        problems.add("a member does not answer: " + thread.getName());
      }
    }
    return List.copyOf(problems);
  }

  /** Returns the number of reads that were answered. */
  long count() {
    return reads.values().stream().mapToLong(AtomicLong::get).sum();
  }

  @Override
  public void close() {
    isStopped = true;
  }
}
