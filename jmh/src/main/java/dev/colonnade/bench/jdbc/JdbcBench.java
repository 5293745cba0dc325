package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.jdbc.JdbcBenchOptions.Section;
import dev.colonnade.bench.report.Console;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code colonnade bench jdbc}. */
@Command(
    name = "jdbc",
    description = {
      "Statements over JDBC, beside other databases over their own drivers.",
      "Fetches 1, 4 and 16 columns of TPC-H's lineitem, as rows and as Arrow batches; then prepared"
          + " point selects, nextval, single and batched inserts, with one connection and with"
          + " several; and, of this server only, bulk loads by the native client.",
      "A fetch includes the reading of every value. Each workload runs on all databases in turns.",
      "An existing table lineitem is used unmodified; a missing one is loaded. The other tables and"
          + " sequences are named jdbc_bench..., and are dropped and created."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class JdbcBench implements Callable<Integer> {
  @Mixin private BenchOptions target = new BenchOptions();
  @Mixin private JdbcBenchOptions load = new JdbcBenchOptions();

  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<JdbcTarget> peers = peers();
    return new BenchRun("jdbc", target, console).run((server, log) -> measure(server, peers, log));
  }

  private List<JdbcTarget> peers() {
    try {
      return load.peers();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void measure(BenchTarget server, List<JdbcTarget> peers, MeasurementLog log)
      throws InterruptedException {
    List<JdbcTarget> targets = new ArrayList<>();
    targets.add(JdbcTarget.own(server.url()));
    targets.addAll(peers);
    try {
      if (load.measures(Section.FETCH)) {
        new LineItemTable(server, load.scale(), log).provide(targets);
        new ColumnFetches(targets, load.repetitions(), log).measure();
      }
      if (load.measures(Section.BULK)) {
        new BulkLoads(server, targets.getFirst(), log).measure();
      }
      boolean needsRows = load.measures(Section.POINT) || load.measures(Section.INSERT);
      if (load.measures(Section.BATCH) || needsRows) {
        new BatchInserts(targets, log).measure();
      }
      new StatementRates(targets, load, log).measure();
      for (JdbcTarget each : targets) {
        JdbcBenchTable.drop(each);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("a database failed: " + e.getMessage(), e);
    }
  }
}
