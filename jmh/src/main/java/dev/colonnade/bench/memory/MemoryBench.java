package dev.colonnade.bench.memory;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.jdbc.JdbcTarget;
import dev.colonnade.bench.report.Console;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code colonnade bench memory}. */
@Command(
    name = "memory",
    description = {
      "Sorts, joins, aggregations and windows over all rows of a table, several at a time, while"
          + " another connection reads rows by key.",
      "States the duration of the queries, the latency of the reads without and with them, the"
          + " server's memory, and temporary files that are left. The server has the heap of this"
          + " command: COLONNADE_JAVA_OPTS=-Xmx512m colonnade bench memory. A failed query fails"
          + " the command.",
      "The table memory_bench is dropped and created unless it has the rows."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class MemoryBench implements Callable<Integer> {
  private static final int INSERTED_MAX = 500_000;
  private static final long ALONE_MILLIS = 5_000;
  private static final double NANOS_PER_MICRO = 1e3;
  private static final double NANOS_PER_MILLI = 1e6;

  @Mixin private BenchOptions target = new BenchOptions();

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "5000000",
      description = "Rows of the table (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--queries",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "10",
      description = "Queries at a time (default: ${DEFAULT-VALUE}).")
  private int queries;

  @Option(
      names = "--pause",
      paramLabel = "MICROSECONDS",
      converter = PositiveIntConverter.class,
      defaultValue = "1000",
      description = "Pause between two reads (default: ${DEFAULT-VALUE}).")
  private int pauseMicros;

  @Option(
      names = "--only",
      paramLabel = "QUERY",
      split = ",",
      description = "Measure only these: ${COMPLETION-CANDIDATES}.")
  private Set<LargeQuery> only = EnumSet.allOf(LargeQuery.class);

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new BenchRun("memory", target, console).run(this::measure);
  }

  private void measure(BenchTarget server, MeasurementLog log) throws InterruptedException {
    JdbcTarget database = JdbcTarget.own(server.url());
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      log.phase("load %,d rows".formatted(rows));
      create(database);
      log.phase("reads alone");
      PointReads alone = reads(database);
      Future<?> loop = threads.submit(alone);
      Thread.sleep(ALONE_MILLIS);
      alone.stop();
      loop.get();
      add(log, "memory.alone", alone);
      for (LargeQuery query : only) {
        log.phase("%d x %s".formatted(queries, query));
        measure(query, server, database, threads, log);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("the table was not created: " + e.getMessage(), e);
    } catch (ExecutionException e) {
      throw new IllegalStateException("a connection failed: " + e.getCause(), e.getCause());
    }
  }

  private PointReads reads(JdbcTarget database) {
    return new PointReads(database, rows, pauseMicros * 1000L);
  }

  private void measure(
      LargeQuery query,
      BenchTarget server,
      JdbcTarget database,
      ExecutorService threads,
      MeasurementLog log)
      throws ExecutionException, InterruptedException {
    PointReads reads = reads(database);
    HeapSamples heap = server.httpUrl().map(HeapSamples::new).orElse(null);
    Future<?> loop = threads.submit(reads);
    Future<?> samples = heap == null ? null : threads.submit(heap);
    long startNanos = System.nanoTime();
    List<Future<String>> running = new ArrayList<>();
    for (int i = 0; i < queries; i++) {
      running.add(threads.submit(() -> run(query, database)));
    }
    Set<String> results = new HashSet<>();
    double millis;
    try {
      for (Future<String> each : running) {
        results.add(each.get());
      }
      millis = (System.nanoTime() - startNanos) / NANOS_PER_MILLI;
    } finally {
      reads.stop();
      if (heap != null) {
        heap.stop();
      }
    }
    loop.get();
    if (results.size() != 1) {
      throw new IllegalStateException("equal queries have different results: " + results);
    }
    String name = "memory." + query;
    log.add(name + ".all", millis, "ms");
    add(log, name, reads);
    if (heap != null && samples != null) {
      samples.get();
      log.add(name + ".heap_live_max", heap.heapLiveMax(), MeasurementLog.BYTES);
      log.add(name + ".query_memory_max", heap.queryBytesMax(), MeasurementLog.BYTES);
      log.add(name + ".waiting_max", heap.waitingMax(), MeasurementLog.COUNT);
      log.add(name + ".files_left", heap.temporaryFiles(), MeasurementLog.COUNT);
    }
  }

  private String run(LargeQuery query, JdbcTarget database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query.sql(rows))) {
      StringBuilder text = new StringBuilder();
      while (result.next()) {
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          text.append(result.getString(i)).append(' ');
        }
      }
      return text.toString();
    }
  }

  private static void add(MeasurementLog log, String name, PointReads reads) {
    long[] nanos = reads.sortedNanos();
    log.add(name + ".reads", nanos.length, MeasurementLog.COUNT);
    log.add(name + ".p50", percentile(nanos, 0.5), MeasurementLog.MICROS);
    log.add(name + ".p99", percentile(nanos, 0.99), MeasurementLog.MICROS);
    log.add(name + ".max", percentile(nanos, 1), MeasurementLog.MICROS);
  }

  /** Returns the least latency in microseconds that the share of all latencies does not exceed. */
  static double percentile(long[] sortedNanos, double share) {
    if (sortedNanos.length == 0) {
      return Double.NaN;
    }
    int index = (int) Math.ceil(share * sortedNanos.length) - 1;
    return sortedNanos[Math.max(0, index)] / NANOS_PER_MICRO;
  }

  private void create(JdbcTarget database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE IF NOT EXISTS memory_bench (id BIGINT PRIMARY KEY, v BIGINT, t TEXT)");
      try (ResultSet row = statement.executeQuery("SELECT count(*) FROM memory_bench")) {
        if (row.next() && row.getLong(1) == rows) {
          return;
        }
      }
      statement.execute("TRUNCATE memory_bench");
      for (int from = 1; from <= rows; from += INSERTED_MAX) {
        int to = Math.min(rows, from + INSERTED_MAX - 1);
        statement.execute(
            ("INSERT INTO memory_bench SELECT g, 1 + (g * 7919) %% %1$d,"
                    + " 'row ' || (g * 104729) %% %1$d FROM generate_series(%2$d::bigint, %3$d) g")
                .formatted(rows, from, to));
      }
      statement.execute("ANALYZE memory_bench");
    }
  }
}
