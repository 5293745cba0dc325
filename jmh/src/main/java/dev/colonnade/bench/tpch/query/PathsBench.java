package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.StatementTimes;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.TextTable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code colonnade bench paths}. */
@Command(
    name = "paths",
    description = {
      "The planner's choices: for the 22 queries of TPC-H, and predicates of selectivities from"
          + " 0.000001 to 1, the time of the chosen plan beside that of the best plan that enable_*"
          + " settings force. All different plans of a query run in turns; the least time of each"
          + " counts: processor time of the server (with --url only if --http-url is given,"
          + " otherwise elapsed time).",
      "With --url existing tables are used, and indexes are created and dropped as --indexes"
          + " states."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class PathsBench implements Callable<Integer> {
  private static final double NANOS_PER_MILLI = 1e6;

  /** SQLSTATE of canceled statements. */
  private static final String CANCELED = "57014";

  private static final long TIMEOUT_MILLIS_MIN = 200;
  private static final double TIMEOUT_FACTOR = 3;

  /** Settings that are off; the first plan is the planner's choice. */
  private static final List<List<String>> VARIANTS =
      List.of(
          List.of(),
          List.of("indexscan"),
          List.of("nestloop"),
          List.of("hashjoin"),
          List.of("mergejoin"),
          List.of("hashjoin", "nestloop"),
          List.of("mergejoin", "nestloop"),
          List.of("hashjoin", "mergejoin"),
          List.of("indexscan", "nestloop"),
          List.of("indexscan", "mergejoin"),
          List.of("seqscan"));

  @Mixin private BenchOptions target = new BenchOptions();
  @Mixin private TpchBenchOptions options = new TpchBenchOptions();

  @Option(
      names = "--only",
      paramLabel = "PREFIX",
      defaultValue = "",
      description = "Beginning of the names of the queries; default: all.")
  private String only = "";

  @Option(
      names = "--report",
      paramLabel = "RATIO",
      defaultValue = "1.3",
      description = "Ratio from which a query is printed (default: ${DEFAULT-VALUE}).")
  private double ratioMin;

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new BenchRun("paths", target, console).run(this::measure);
  }

  /**
   * Plan of a query.
   *
   * @param disabled settings that force it; empty for the planner's choice
   */
  private record Path(List<String> disabled, double nanos) {}

  private void measure(BenchTarget server, MeasurementLog log)
      throws IOException, InterruptedException {
    new TpchServerSetup(server, options.scale(), options.indexes(), console, log).fill();
    String url = "jdbc:colonnade://" + server.url().getHost() + ":" + server.url().getPort() + "/";
    try (Connection connection = DriverManager.getConnection(url);
        StatementTimes times = new StatementTimes(connection, server.httpUrl(), 60_000_000L)) {
      times.execute(options.indexes().drops());
      times.execute(options.indexes().statements());
      TextTable table =
          new TextTable()
              .text("query")
              .number("chosen, ms")
              .number("best")
              .number("ratio")
              .text("off");
      for (TpchQuery query : PathQueries.all(options.scale().factor())) {
        if (query.name().startsWith(only)) {
          log.phase(query.name());
          add(query, paths(query, times), table, log);
        }
      }
      console.line("");
      console.table(table);
    } catch (SQLException e) {
      throw new IllegalStateException("a query failed: " + e.getMessage(), e);
    }
  }

  private void add(TpchQuery query, List<Path> paths, TextTable table, MeasurementLog log) {
    Path chosen = paths.getFirst();
    Path best = chosen;
    for (Path path : paths) {
      best = path.nanos() < best.nanos() ? path : best;
    }
    double ratio = chosen.nanos() / best.nanos();
    log.add("paths." + query.name(), ratio, MeasurementLog.RATIO);
    if (ratio >= ratioMin) {
      table.row(
          query.name(),
          millis(chosen),
          millis(best),
          String.format(Locale.ROOT, "%.2f", ratio),
          String.join(" ", best.disabled()));
    }
  }

  private static String millis(Path path) {
    return String.format(Locale.ROOT, "%.2f", path.nanos() / NANOS_PER_MILLI);
  }

  /** Returns the different plans of a query with their least times, the chosen one first. */
  private List<Path> paths(TpchQuery query, StatementTimes times)
      throws SQLException, IOException, InterruptedException {
    Map<String, List<String>> byPlan = new LinkedHashMap<>();
    for (List<String> disabled : VARIANTS) {
      times.execute(settings(disabled, "off"));
      byPlan.putIfAbsent(times.text("explain (costs off) " + query.sql()), disabled);
      times.execute(settings(disabled, "on"));
    }
    List<Forced> plans = new ArrayList<>(byPlan.size());
    for (List<String> disabled : byPlan.values()) {
      plans.add(new Forced(disabled));
    }
    for (int round = 0; round < options.repetitions(); round++) {
      for (Forced plan : plans) {
        times.execute(settings(plan.disabled, "off"));
        plan.measure(query, times, plan.disabled.isEmpty() ? 0 : timeoutMillis(plans.getFirst()));
        times.execute(settings(plan.disabled, "on"));
      }
    }
    return plans.stream().map(plan -> new Path(plan.disabled, plan.least)).toList();
  }

  /** Returns the time after which a forced plan is certainly not the best one. */
  private static long timeoutMillis(Forced chosen) {
    return TIMEOUT_MILLIS_MIN + Math.round(TIMEOUT_FACTOR * chosen.elapsedNanos / NANOS_PER_MILLI);
  }

  /** Measurement of one plan. One thread. */
  private static final class Forced {
    private final List<String> disabled;
    private int executions;
    private long elapsedNanos;
    private double least = Double.POSITIVE_INFINITY;

    Forced(List<String> disabled) {
      this.disabled = disabled;
    }

    /**
     * Measures a plan again, unless it was canceled.
     *
     * @param timeoutMillis time after which the query is canceled; 0 for none
     */
    void measure(TpchQuery query, StatementTimes times, long timeoutMillis)
        throws SQLException, IOException, InterruptedException {
      if (executions < 0) {
        return;
      }
      times.execute(List.of("set statement_timeout = " + timeoutMillis));
      try {
        if (executions == 0) {
          times.nanos(query.sql(), 1);
          long start = System.nanoTime();
          times.nanos(query.sql(), 1);
          elapsedNanos = System.nanoTime() - start;
          executions = times.executions(query.sql());
        }
        least = Math.min(least, times.nanos(query.sql(), executions));
      } catch (SQLException e) {
        if (!CANCELED.equals(e.getSQLState())) {
          throw e;
        }
        executions = -1;
      } finally {
        times.execute(List.of("set statement_timeout = 0"));
      }
    }
  }

  private static List<String> settings(List<String> names, String value) {
    return names.stream().map(name -> "set enable_" + name + " = " + value).toList();
  }
}
