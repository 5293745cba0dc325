package dev.colonnade.bench.cost;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.harness.StatementTimes;
import dev.colonnade.bench.jdbc.JdbcTarget;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.TextTable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code colonnade bench costs}. */
@Command(
    name = "costs",
    description = {
      "Constants of the planner's cost model, measured beside those in use.",
      "Each is a difference of two queries over a table that fits in memory, by processor time of"
          + " the server (with --url only if --http-url is given, otherwise by elapsed time). The"
          + " queries run in turns, and the least time of each counts. Only the proportions of the"
          + " constants decide plans: the last column is the measured value divided by the one in"
          + " use, beside that of a column's value.",
      "The tables are named cost_bench..., and are dropped and created."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class CostBench implements Callable<Integer> {
  private static final String NANOS = "ns";

  @Mixin private BenchOptions target = new BenchOptions();

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "1000000",
      description = "Number of rows, at least 50000 (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "5",
      description = "Number of rounds (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--batch",
      paramLabel = "MILLIS",
      converter = PositiveIntConverter.class,
      defaultValue = "200",
      description =
          "Least time of the executions that are measured together (default: ${DEFAULT-VALUE}).")
  private int batchMillis;

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new BenchRun("costs", target, console).run(this::measure);
  }

  private void measure(BenchTarget server, MeasurementLog log)
      throws IOException, InterruptedException {
    int count = Math.max(rows, 50_000);
    try (Connection connection = JdbcTarget.own(server.url()).connect();
        StatementTimes times =
            new StatementTimes(connection, server.httpUrl(), batchMillis * 1_000_000L)) {
      log.phase("loading " + count + " rows");
      times.execute(CostQuery.setup(count));
      times.execute(List.of("set max_parallel_workers_per_gather = 0"));
      Map<CostQuery, Double> nanos = measured(times, count, log);
      List<CostConstant> constants = CostConstant.of(nanos, count);
      print(constants);
      for (CostConstant constant : constants) {
        log.add("costs." + constant.name(), constant.measured(), NANOS);
        log.add("costs." + constant.name() + ".in_use", constant.inUse(), NANOS);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("a query failed: " + e.getMessage(), e);
    }
  }

  private Map<CostQuery, Double> measured(StatementTimes times, int count, MeasurementLog log)
      throws SQLException, IOException, InterruptedException {
    Map<CostQuery, Integer> executions = new EnumMap<>(CostQuery.class);
    Map<CostQuery, Double> least = new EnumMap<>(CostQuery.class);
    for (int round = 0; round < repetitions; round++) {
      log.phase("round %d of %d".formatted(round + 1, repetitions));
      for (CostQuery query : CostQuery.values()) {
        times.execute(settings(query, "off"));
        String sql = query.sql(count);
        if (!executions.containsKey(query)) {
          executions.put(query, times.executions(sql));
        }
        double nanos = times.nanos(sql, executions.getOrDefault(query, 1));
        least.merge(query, nanos, Math::min);
        times.execute(settings(query, "on"));
      }
    }
    return least;
  }

  private static List<String> settings(CostQuery query, String value) {
    return query.disabled().stream().map(name -> "set " + name + " = " + value).toList();
  }

  private void print(List<CostConstant> constants) {
    double unit = 1;
    for (CostConstant constant : constants) {
      if (constant.name().equals("columnar_value")) {
        unit = constant.measured() / constant.inUse();
      }
    }
    TextTable table =
        new TextTable().text("constant").number("in use").number("measured").number("ratio");
    for (CostConstant constant : constants) {
      table.row(
          constant.name(),
          number(constant.inUse()),
          number(constant.measured()),
          String.format(Locale.ROOT, "%.2f", constant.measured() / constant.inUse() / unit));
    }
    console.line("");
    console.table(table);
  }

  private static String number(double nanos) {
    return String.format(Locale.ROOT, nanos < 100 ? "%.1f" : "%,.0f", nanos);
  }
}
