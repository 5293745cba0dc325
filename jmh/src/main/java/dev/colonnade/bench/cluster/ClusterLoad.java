package dev.colonnade.bench.cluster;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Load on the leader of a cluster with results that can be checked: transactions that transfer
 * money between accounts and insert a row with a known id and the next value of a sequence. What
 * the client does not learn the outcome of may or may not be there afterwards; what was
 * acknowledged must be, and what was refused must not.
 */
public final class ClusterLoad implements AutoCloseable {
  static final int ACCOUNTS = 10;
  static final long BALANCE = 100;

  private static final int IDLE_MILLIS = 10;

  private final LocalCluster cluster;
  private final AtomicInteger ids = new AtomicInteger();
  private final Set<Integer> acknowledged = ConcurrentHashMap.newKeySet();

  /** Id of one of the rows that were acknowledged last; 0 if none was. */
  private volatile int lastAcknowledged;

  private final Set<Integer> refused = ConcurrentHashMap.newKeySet();
  private final AtomicInteger unknown = new AtomicInteger();
  private final AtomicLong lastCommitNanos = new AtomicLong(System.nanoTime());
  private final AtomicLong longestPauseNanos = new AtomicLong();
  private final List<Thread> writers = new ArrayList<>();
  private volatile boolean isStopped;

  private ClusterLoad(LocalCluster cluster) {
    this.cluster = requireNonNull(cluster, "cluster is null");
  }

  /** Creates the tables, and starts writers. */
  public static ClusterLoad start(LocalCluster cluster, int writerCount)
      throws SQLException, InterruptedException {
    try (Connection connection = cluster.connect(cluster.leader());
        Statement statement = connection.createStatement()) {
      statement.execute("create table account (id int primary key, balance bigint not null)");
      statement.execute(
          "insert into account select n, %d from generate_series(1, %d) n"
              .formatted(BALANCE, ACCOUNTS));
      statement.execute("create table entry (id int primary key, value bigint not null)");
      statement.execute("create sequence value");
    }
    ClusterLoad load = new ClusterLoad(cluster);
    for (int i = 0; i < writerCount; i++) {
      load.writers.add(Thread.ofPlatform().daemon().name("load-", i).start(load::write));
    }
    return load;
  }

  private void write() {
    Connection connection = null;
    while (!isStopped) {
      if (connection == null) {
        connection = cluster.tryLeader();
      }
      if (connection == null) {
        sleep();
        continue;
      }
      int id = ids.incrementAndGet();
      boolean isCommitting = false;
      try {
        connection.setAutoCommit(false);
        change(connection, id);
        isCommitting = true;
        connection.commit();
        acknowledged.add(id);
        lastAcknowledged = id;
        long now = System.nanoTime();
        long before = lastCommitNanos.getAndSet(now);
        longestPauseNanos.accumulateAndGet(now - before, Math::max);
      } catch (SQLException e) {
        if (isCommitting && !isRefusal(e)) {
          unknown.incrementAndGet();
        } else {
          refused.add(id);
        }
        close(connection);
        connection = null;
      }
    }
    if (connection != null) {
      close(connection);
    }
  }

  private static void change(Connection connection, int id) throws SQLException {
    int from = 1 + id % ACCOUNTS;
    int to = 1 + (id + 3) % ACCOUNTS;
    try (Statement statement = connection.createStatement()) {
      statement.execute("update account set balance = balance - 1 where id = " + from);
      statement.execute("update account set balance = balance + 1 where id = " + to);
      statement.execute("insert into entry values (" + id + ", nextval('value'))");
    }
  }

  /** Returns whether an error of a commit states that it did not happen. */
  private static boolean isRefusal(SQLException e) {
    String state = e.getSQLState();
    return state != null && (state.startsWith("40") || state.startsWith("25"));
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      // It is of no use any more in either case.
      return;
    }
  }

  private static void sleep() {
    try {
      Thread.sleep(IDLE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns the number of acknowledged transactions. */
  public int acknowledgedCount() {
    return acknowledged.size();
  }

  /** Returns the id of a row that has just been acknowledged; 0 if none was. */
  public int lastAcknowledged() {
    return lastAcknowledged;
  }

  /** Returns the number of transactions whose outcome the client did not learn. */
  public int unknownCount() {
    return unknown.get();
  }

  /**
   * Waits for the first commit that is acknowledged after a point in time; returns the time
   * between.
   */
  public long awaitCommitAfter(long nanos) throws InterruptedException {
    while (lastCommitNanos.get() - nanos <= 0) {
      if (System.nanoTime() - nanos > LocalCluster.WAIT_NANOS_MAX) {
        throw new IllegalStateException("no commit was acknowledged");
      }
      Thread.sleep(1);
    }
    return lastCommitNanos.get() - nanos;
  }

  /** Returns the longest time between two acknowledged commits since the last call. */
  public long takeLongestPauseNanos() {
    return longestPauseNanos.getAndSet(0);
  }

  /** Stops the writers. */
  public void stop() throws InterruptedException {
    isStopped = true;
    for (Thread writer : writers) {
      writer.join();
    }
  }

  /**
   * Compares the rows of a member with the outcomes that the clients received. To be called when
   * the writers are stopped and the member has caught up.
   *
   * @return descriptions of the differences; empty if there is none
   */
  public List<String> check(String member) throws SQLException {
    List<String> problems = new ArrayList<>();
    try (Connection connection = cluster.connect(member);
        Statement statement = connection.createStatement()) {
      Set<Integer> found = new HashSet<>();
      Set<Long> values = new HashSet<>();
      try (ResultSet rows = statement.executeQuery("select id, value from entry")) {
        while (rows.next()) {
          found.add(rows.getInt(1));
          if (!values.add(rows.getLong(2))) {
            problems.add("value of the sequence repeated: " + rows.getLong(2));
          }
        }
      }
      addMissing(problems, found);
      long total = number(statement, "select sum(balance) from account");
      if (total != ACCOUNTS * BALANCE) {
        problems.add("sum of the accounts is " + total);
      }
    }
    return problems;
  }

  private void addMissing(List<String> problems, Set<Integer> found) {
    for (int id : acknowledged) {
      if (!found.contains(id)) {
        problems.add("acknowledged row is lost: " + id);
      }
    }
    for (int id : refused) {
      if (found.contains(id)) {
        problems.add("refused row is there: " + id);
      }
    }
  }

  /** Waits until a member has the rows that the leader has. */
  public void awaitCaughtUp(String member) throws SQLException, InterruptedException {
    long expected = count(cluster.leader());
    long start = System.nanoTime();
    long found = -1;
    while (found < expected) {
      if (System.nanoTime() - start > LocalCluster.WAIT_NANOS_MAX) {
        throw new IllegalStateException(
            "member is behind name=%s rows=%d expected=%d".formatted(member, found, expected));
      }
      Thread.sleep(IDLE_MILLIS);
      found = countOrNothing(member);
    }
  }

  private long countOrNothing(String member) {
    try {
      return count(member);
    } catch (SQLException | NullPointerException e) {
      return -1;
    }
  }

  private long count(String member) throws SQLException {
    try (Connection connection = cluster.connect(member);
        Statement statement = connection.createStatement()) {
      return number(statement, "select count(*) from entry");
    }
  }

  private static long number(Statement statement, @Nullable String query) throws SQLException {
    try (ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  @Override
  public void close() {
    isStopped = true;
  }
}
