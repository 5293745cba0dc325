package dev.colonnade.bench.oltp;

import dev.colonnade.bench.jdbc.JdbcTarget;
import dev.colonnade.bench.report.Statistics;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Closed loops of one script, each with a connection and a thread of its own.
 *
 * @param scale number of branches
 * @param count number of loops
 */
public record OltpLoops(JdbcTarget target, OltpScript script, int scale, int count) {
  /** SQLSTATEs after which a transaction is repeated. */
  private static final Set<String> CONFLICTS = Set.of("40001", "40P01");

  private static final int DELTA_MAX = 5_000;

  /**
   * Rate of transactions.
   *
   * @param retries number of transactions that were repeated
   */
  public record Rate(double perSecond, long retries) {}

  private record Counts(long transactions, long retries) {}

  /** Runs the loops for a time; returns their rate together. */
  public Rate run(Duration time) throws InterruptedException {
    try (ExecutorService threads = Executors.newFixedThreadPool(count)) {
      long startNanos = System.nanoTime();
      List<Future<Counts>> loops = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        long seed = i;
        loops.add(threads.submit(() -> loop(seed, startNanos + time.toNanos())));
      }
      long transactions = 0;
      long retries = 0;
      for (Future<Counts> loop : loops) {
        transactions += loop.get().transactions();
        retries += loop.get().retries();
      }
      double perSecond = Statistics.perSecond(transactions, System.nanoTime() - startNanos);
      return new Rate(perSecond, retries);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a connection failed: " + e.getCause(), e.getCause());
    }
  }

  private Counts loop(long seed, long endNanos) throws SQLException {
    SplittableRandom random = new SplittableRandom(seed);
    long transactions = 0;
    long retries = 0;
    try (Connection connection = target.connect()) {
      List<PreparedStatement> statements = new ArrayList<>();
      for (OltpScript.Step step : script.steps()) {
        statements.add(connection.prepareStatement(step.sql()));
      }
      connection.setAutoCommit(statements.size() == 1);
      while (System.nanoTime() < endNanos) {
        if (isCommitted(connection, statements, random)) {
          transactions++;
        } else {
          retries++;
        }
      }
    }
    return new Counts(transactions, retries);
  }

  private boolean isCommitted(
      Connection connection, List<PreparedStatement> statements, SplittableRandom random)
      throws SQLException {
    int teller = 1 + random.nextInt(scale * OltpTables.TELLERS_OF_BRANCH);
    int branch = 1 + random.nextInt(scale);
    int account = 1 + random.nextInt(scale * OltpTables.ACCOUNTS_OF_BRANCH);
    int delta = random.nextInt(-DELTA_MAX, DELTA_MAX + 1);
    try {
      for (int i = 0; i < statements.size(); i++) {
        String parameters = script.steps().get(i).parameters();
        for (int at = 0; at < parameters.length(); at++) {
          int value =
              switch (parameters.charAt(at)) {
                case 't' -> teller;
                case 'b' -> branch;
                case 'a' -> account;
                case 'd' -> delta;
                default -> throw new IllegalStateException("unknown parameter: " + parameters);
              };
          statements.get(i).setInt(at + 1, value);
        }
        execute(statements.get(i));
      }
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
      return true;
    } catch (SQLException e) {
      if (!CONFLICTS.contains(e.getSQLState())) {
        throw e;
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      return false;
    }
  }

  private static void execute(PreparedStatement statement) throws SQLException {
    if (statement.execute()) {
      try (ResultSet rows = statement.getResultSet()) {
        if (!rows.next()) {
          throw new IllegalStateException("query returned no row");
        }
        rows.getInt(1);
      }
    } else if (statement.getUpdateCount() != 1) {
      throw new IllegalStateException("statement changed no row");
    }
  }
}
