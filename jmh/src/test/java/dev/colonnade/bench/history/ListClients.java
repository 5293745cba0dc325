package dev.colonnade.bench.history;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.history.ListTransaction.Append;
import dev.colonnade.bench.history.ListTransaction.Operation;
import dev.colonnade.bench.history.ListTransaction.Outcome;
import dev.colonnade.bench.history.ListTransaction.Read;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Clients that execute random serializable transactions on lists, and record their history. */
public final class ListClients implements AutoCloseable {
  private static final int KEYS = 6;
  private static final int OPERATIONS_MAX = 4;
  private static final int IDLE_MILLIS = 20;

  private final Supplier<@Nullable Connection> leader;
  private final AtomicInteger values = new AtomicInteger();
  private final ConcurrentLinkedQueue<ListTransaction> history = new ConcurrentLinkedQueue<>();
  private final List<Thread> threads = new ArrayList<>();
  private volatile boolean isStopped;

  private ListClients(Supplier<@Nullable Connection> leader) {
    this.leader = requireNonNull(leader, "leader is null");
  }

  /**
   * Creates the table, and starts clients.
   *
   * @param leader connects to the leader; null if none is found at present
   */
  public static ListClients start(
      Connection setup, Supplier<@Nullable Connection> leader, int count, long seed)
      throws SQLException {
    try (Statement statement = setup.createStatement()) {
      statement.execute("create table list (k int primary key, v text not null)");
      statement.execute("insert into list select n, '' from generate_series(1, " + KEYS + ") n");
    }
    ListClients clients = new ListClients(leader);
    for (int i = 0; i < count; i++) {
      Random random = new Random(seed + i);
      clients.threads.add(
          Thread.ofPlatform().daemon().name("list-", i).start(() -> clients.run(random)));
    }
    return clients;
  }

  private void run(Random random) {
    Connection connection = null;
    while (!isStopped) {
      if (connection == null) {
        connection = leader.get();
      }
      if (connection == null) {
        sleep();
      } else if (!execute(connection, random)) {
        close(connection);
        connection = null;
      }
    }
    if (connection != null) {
      close(connection);
    }
  }

  /** Executes one transaction; returns whether the connection can be used further. */
  private boolean execute(Connection connection, Random random) {
    List<Operation> operations = new ArrayList<>();
    long begin = System.nanoTime();
    boolean isCommitting = false;
    try {
      connection.setAutoCommit(false);
      connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
      try (Statement statement = connection.createStatement()) {
        int count = 1 + random.nextInt(OPERATIONS_MAX);
        for (int i = 0; i < count; i++) {
          int key = 1 + random.nextInt(KEYS);
          if (random.nextBoolean()) {
            Append append = new Append(key, values.incrementAndGet());
            operations.add(append);
            append(statement, append);
          } else {
            operations.add(read(statement, key));
          }
        }
      }
      isCommitting = true;
      connection.commit();
      add(Outcome.COMMITTED, begin, operations);
      return true;
    } catch (SQLException e) {
      String state = String.valueOf(e.getSQLState());
      boolean isRefusal = !isCommitting || state.startsWith("40") || state.startsWith("25");
      add(isRefusal ? Outcome.REFUSED : Outcome.UNKNOWN, begin, operations);
      return state.startsWith("40") && rollback(connection);
    }
  }

  private void add(Outcome outcome, long begin, List<Operation> operations) {
    history.add(new ListTransaction(outcome, begin, System.nanoTime(), operations));
  }

  private static boolean rollback(Connection connection) {
    try {
      connection.rollback();
      return true;
    } catch (SQLException e) {
      return false;
    }
  }

  private static void append(Statement statement, Append append) throws SQLException {
    int count =
        statement.executeUpdate(
            "update list set v = v || '%d,' where k = %d".formatted(append.value(), append.key()));
    if (count != 1) {
      throw new IllegalStateException("list is missing: key=" + append.key());
    }
  }

  private static Read read(Statement statement, int key) throws SQLException {
    try (ResultSet rows = statement.executeQuery("select v from list where k = " + key)) {
      if (!rows.next()) {
        throw new IllegalStateException("list is missing: key=" + key);
      }
      return new Read(key, values(requireNonNull(rows.getString(1))));
    }
  }

  private static List<Integer> values(String text) {
    return Stream.of(text.split(","))
        .filter(part -> !part.isEmpty())
        .map(Integer::valueOf)
        .toList();
  }

  private static void sleep() {
    try {
      Thread.sleep(IDLE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void close(Connection connection) {
    try {
      connection.close();
    } catch (SQLException e) {
      return; // it is of no use in either case
    }
  }

  /** Stops the clients. */
  public void stop() throws InterruptedException {
    isStopped = true;
    for (Thread thread : threads) {
      thread.join();
    }
  }

  /** Returns the number of transactions with an outcome so far. */
  public long count(Outcome outcome) {
    return history.stream().filter(transaction -> transaction.outcome() == outcome).count();
  }

  /**
   * Returns what is wrong with the history and the lists of a member. To be called when the clients
   * are stopped and the member has caught up.
   */
  public List<String> problems(Connection member) throws SQLException {
    long begin = System.nanoTime();
    List<Operation> reads = new ArrayList<>();
    member.setAutoCommit(false);
    try (Statement statement = member.createStatement()) {
      for (int key = 1; key <= KEYS; key++) {
        reads.add(read(statement, key));
      }
    }
    member.rollback();
    List<ListTransaction> all = new ArrayList<>(history);
    all.add(new ListTransaction(Outcome.COMMITTED, begin, System.nanoTime(), reads));
    return ListHistory.problems(all);
  }

  @Override
  public void close() {
    isStopped = true;
  }
}
