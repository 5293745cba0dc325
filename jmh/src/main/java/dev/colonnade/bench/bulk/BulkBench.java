package dev.colonnade.bench.bulk;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.jdbc.JdbcPeerOptions;
import dev.colonnade.bench.jdbc.JdbcTarget;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.Statistics;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code colonnade bench bulk}. */
@Command(
    name = "bulk",
    description = {
      "Statements that change many rows, beside other databases over their own drivers.",
      "INSERT ... SELECT, CREATE TABLE AS, UPDATE and DELETE of all and of half of the rows, ON"
          + " CONFLICT, JDBC batches of INSERT, UPDATE and DELETE, a primary key and indexes on"
          + " existing rows, ANALYZE, DELETE with indexes, TRUNCATE and DROP. Each statement is a"
          + " transaction. The median of the runs is reported, after one run for warming up; all"
          + " databases run in turns.",
      "The tables are named bulk_bench..., and are dropped and created."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class BulkBench implements Callable<Integer> {
  @Mixin private BenchOptions target = new BenchOptions();

  @Option(
      names = "--rows",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "200000",
      description = "Number of rows (default: ${DEFAULT-VALUE}).")
  private int rows;

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "3",
      description = "Number of runs (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Mixin private JdbcPeerOptions peers = new JdbcPeerOptions();

  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<JdbcTarget> others = others();
    return new BenchRun("bulk", target, console).run((server, log) -> measure(server, others, log));
  }

  private List<JdbcTarget> others() {
    try {
      return peers.targets();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void measure(BenchTarget server, List<JdbcTarget> others, MeasurementLog log) {
    List<JdbcTarget> targets = new ArrayList<>();
    targets.add(JdbcTarget.own(server.url()));
    targets.addAll(others);
    List<BulkTimes> times = targets.stream().map(each -> new BulkTimes(each, rows)).toList();
    try {
      for (int run = 0; run <= repetitions; run++) {
        for (int i = 0; i < targets.size(); i++) {
          log.phase("run %d of %d: %s".formatted(run, repetitions, targets.get(i).label()));
          times.get(i).run(run > 0);
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException("a database failed: " + e.getMessage(), e);
    }
    for (String step : times.getFirst().steps()) {
      for (int i = 0; i < targets.size(); i++) {
        log.add(
            targets.get(i).isOwn() ? "bulk." + step : "bulk." + targets.get(i).name() + "." + step,
            Statistics.median(times.get(i).millis(step)),
            "ms");
      }
    }
  }
}
