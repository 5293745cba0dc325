package dev.colonnade.bench.oltp;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.jdbc.JdbcPeerOptions;
import dev.colonnade.bench.jdbc.JdbcTarget;
import dev.colonnade.bench.report.Console;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code colonnade bench oltp}. */
@Command(
    name = "oltp",
    description = {
      "Rates of pgbench's scripts with prepared statements over JDBC, beside other databases.",
      "TPC-B (one SELECT, three UPDATEs and an INSERT in a transaction), the same without the two"
          + " tables of few rows, SELECT of one row, and INSERT of one row. The server's port of"
          + " the PostgreSQL protocol is measured as a peer:"
          + " --peer=pgport=jdbc:postgresql://host:7432/colonnade. All databases run in turns; a"
          + " transaction that fails with 40001 or 40P01 is repeated and counted as a retry.",
      "The tables are named oltp_bench..., and are dropped and created."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class OltpBench implements Callable<Integer> {
  @Mixin private BenchOptions target = new BenchOptions();

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      converter = PositiveIntConverter.class,
      defaultValue = "10",
      description =
          "Number of branches, each with ten tellers and 100,000 accounts (default:"
              + " ${DEFAULT-VALUE}).")
  private int scale;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveIntConverter.class,
      defaultValue = "10",
      description =
          "Duration of each measurement, after half of it for warming up (default:"
              + " ${DEFAULT-VALUE}).")
  private int durationSeconds;

  @Option(
      names = "--connections",
      paramLabel = "COUNT",
      split = ",",
      converter = PositiveIntConverter.class,
      defaultValue = "1,10,100,200",
      description = "Numbers of connections (default: ${DEFAULT-VALUE}).")
  private List<Integer> connections = List.of();

  @Option(
      names = "--only",
      paramLabel = "SCRIPT",
      split = ",",
      description = "Measure only these: ${COMPLETION-CANDIDATES}.")
  private Set<OltpScript> only = EnumSet.allOf(OltpScript.class);

  @Mixin private JdbcPeerOptions peers = new JdbcPeerOptions();

  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    List<JdbcTarget> others = others();
    return new BenchRun("oltp", target, console).run((server, log) -> measure(server, others, log));
  }

  private List<JdbcTarget> others() {
    try {
      return peers.targets();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
    }
  }

  private void measure(BenchTarget server, List<JdbcTarget> others, MeasurementLog log)
      throws InterruptedException {
    List<JdbcTarget> targets = new ArrayList<>();
    targets.add(JdbcTarget.own(server.url()));
    targets.addAll(others);
    Duration duration = Duration.ofSeconds(durationSeconds);
    try {
      for (OltpScript script : only) {
        for (int count : connections) {
          for (JdbcTarget each : targets) {
            log.phase("%s: %s, connections: %d".formatted(script, each.label(), count));
            OltpTables.create(each, scale);
            OltpLoops loops = new OltpLoops(each, script, scale, count);
            loops.run(duration.dividedBy(2)); // warm-up
            add(log, each, script + ".connections" + count, loops.run(duration));
          }
        }
      }
      for (JdbcTarget each : targets) {
        OltpTables.drop(each);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("a database failed: " + e.getMessage(), e);
    }
  }

  private static void add(
      MeasurementLog log, JdbcTarget target, String metric, OltpLoops.Rate rate) {
    String name = target.isOwn() ? "oltp." + metric : "oltp." + target.name() + "." + metric;
    log.add(name + ".per_second", rate.perSecond(), MeasurementLog.PER_SECOND);
    log.add(name + ".retries", (double) rate.retries(), MeasurementLog.COUNT);
  }
}
