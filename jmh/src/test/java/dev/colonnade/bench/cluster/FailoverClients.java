package dev.colonnade.bench.cluster;

import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.ScanStream;
import dev.colonnade.client.error.ClientException;
import dev.colonnade.client.table.ClientTable;
import dev.colonnade.client.table.WriteBatch;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Clients of a cluster that know all of its servers and not which of them leads. Each row is sent
 * once by the application, with an id of its own.
 */
final class FailoverClients implements AutoCloseable {
  private static final String UNKNOWN_OUTCOME = "08007";
  private static final int PAUSE_MILLIS = 20;

  /** Ids by the outcome that the application received. */
  final Set<Long> acknowledged = ConcurrentHashMap.newKeySet();

  final Set<Long> unknown = ConcurrentHashMap.newKeySet();
  final Set<Long> refused = ConcurrentHashMap.newKeySet();

  /** Numbers of errors, by client and SQLSTATE. */
  final Map<String, Integer> errors = new ConcurrentHashMap<>();

  final Queue<String> problems = new ConcurrentLinkedQueue<>();

  private final Map<String, AtomicLong> lastSuccess = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isStopped;

  /** Work that is repeated until the end. */
  private interface Step {
    void run() throws SQLException, InterruptedException;
  }

  /** Starts a thread that inserts rows one by one, and connects again to the same URL. */
  void startJdbcWriter(String name, String url) {
    startThread(name, () -> writeOverOneConnection(name, url));
  }

  private void writeOverOneConnection(String name, String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement insert =
            connection.prepareStatement("insert into by_jdbc (id) values (?)")) {
      while (!isStopped) {
        long id = ids.incrementAndGet();
        try {
          insert.setLong(1, id);
          if (insert.executeUpdate() != 1) {
            problems.add("an insert changed not one row: id=" + id);
          }
        } catch (SQLException e) {
          addFailure(id, String.valueOf(e.getSQLState()));
          throw e;
        }
        addSuccess(name, id);
      }
    }
  }

  /** Starts a thread that inserts rows with a client that outlives the failover. */
  void startColumnarWriter(String name, ColonnadeClient client, ClientTable table) {
    startThread(
        name,
        () -> {
          long id = ids.incrementAndGet();
          try (WriteBatch batch = table.newBatch()) {
            batch.insert().putLong(id).end();
            client.write(batch);
          } catch (ClientException e) {
            addFailure(id, e.sqlState());
            throw e;
          }
          addSuccess(name, id);
        });
  }

  /** Starts a thread that reads from servers of a kind, and connects again to the same URL. */
  void startJdbcReader(String name, String url, boolean isReplica) {
    startThread(
        name,
        () -> {
          try (Connection connection = DriverManager.getConnection(url);
              Statement statement = connection.createStatement()) {
            if (isReplica && !isFollower(statement)) {
              problems.add(name + " is connected to a leader");
            }
            while (!isStopped) {
              try (ResultSet result =
                  statement.executeQuery("select count(*), count(distinct id) from by_jdbc")) {
                result.next();
                checkCounts(name, result.getLong(1), result.getLong(2));
              }
              addSuccess(name);
              Thread.sleep(PAUSE_MILLIS);
            }
          }
        });
  }

  private static boolean isFollower(Statement statement) throws SQLException {
    try (ResultSet result = statement.executeQuery("select pg_is_in_recovery()")) {
      return result.next() && result.getBoolean(1);
    }
  }

  /** Starts a thread that scans with a client that outlives the failover. */
  void startColumnarReader(String name, ColonnadeClient client, ClientTable table) {
    startThread(
        name,
        () -> {
          Set<Long> found = ConcurrentHashMap.newKeySet();
          long rows = 0;
          try (ScanStream scan = client.scan(table.newScan().columns("id"))) {
            while (scan.next()) {
              for (int row = 0; row < scan.page().rowCount(); row++) {
                found.add(scan.page().column(0).longAt(row));
                rows++;
              }
            }
          }
          checkCounts(name, rows, found.size());
          addSuccess(name);
          Thread.sleep(PAUSE_MILLIS);
        });
  }

  private void checkCounts(String name, long rows, long distinct) {
    if (rows != distinct) {
      problems.add(name + " read a row twice: rows=" + rows + " distinct=" + distinct);
    }
  }

  private void startThread(String name, Step step) {
    lastSuccess.put(name, new AtomicLong());
    threads.add(Thread.ofPlatform().daemon().name(name).start(() -> repeat(name, step)));
  }

  private void repeat(String name, Step step) {
    while (!isStopped) {
      try {
        step.run();
      } catch (SQLException e) {
        addError(name, String.valueOf(e.getSQLState()));
      } catch (ClientException e) {
        addError(name, e.sqlState());
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        problems.add(name + " failed: " + e);
        return;
      }
    }
  }

  private void addError(String name, String sqlState) {
    errors.merge(name + ":" + sqlState, 1, Integer::sum);
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void addFailure(long id, String sqlState) {
    if (sqlState.startsWith("23")) {
      problems.add("a row was sent twice: id=" + id);
    }
    (sqlState.equals(UNKNOWN_OUTCOME) ? unknown : refused).add(id);
  }

  private void addSuccess(String name, long id) {
    acknowledged.add(id);
    addSuccess(name);
  }

  private void addSuccess(String name) {
    lastSuccess.computeIfPresent(
        name,
        (_, last) -> {
          last.set(System.nanoTime());
          return last;
        });
  }

  /** Waits until each client has succeeded after a point in time; returns those that have not. */
  List<String> awaitSuccessOfAll(long nanos, long waitNanosMax) throws InterruptedException {
    List<String> late = lateSince(nanos);
    while (!late.isEmpty() && System.nanoTime() - nanos < waitNanosMax) {
      Thread.sleep(PAUSE_MILLIS);
      late = lateSince(nanos);
    }
    return late;
  }

  private List<String> lateSince(long nanos) {
    return lastSuccess.entrySet().stream()
        .filter(entry -> entry.getValue().get() == 0 || entry.getValue().get() - nanos <= 0)
        .map(Map.Entry::getKey)
        .sorted()
        .toList();
  }

  void stop() throws InterruptedException {
    isStopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  @Override
  public void close() {
    isStopped = true;
  }
}
