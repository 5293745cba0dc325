package dev.colonnade.bench.cluster;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.report.Console;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code colonnade bench cluster}. */
@Command(
    name = "cluster",
    description = {
      "Cluster of three processes on this machine beside one process: rates of short transactions,"
          + " and times without writes during planned transfers of leadership and after kill -9 of"
          + " the leader, under load.",
      "Starts the processes itself. The load and all processes share the machine's processors and"
          + " its disk, to which each commit of the cluster is written three times."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ClusterBench implements Callable<Integer> {
  @Mixin private BenchOptions target = new BenchOptions();

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "20",
      description = "Number of transfers and of failovers (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveIntConverter.class,
      defaultValue = "5",
      description =
          "Duration of each measurement of a rate, after as much for warming up (default:"
              + " ${DEFAULT-VALUE}).")
  private int durationSeconds;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      converter = PositiveIntConverter.class,
      defaultValue = "40",
      description =
          "Time in which each database executes transactions before any rate is measured (default:"
              + " ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--connections",
      paramLabel = "COUNT",
      split = ",",
      converter = PositiveIntConverter.class,
      defaultValue = "1,10",
      description = "Numbers of connections (default: ${DEFAULT-VALUE}).")
  private List<Integer> connections = List.of();

  @Option(
      names = "--only",
      paramLabel = "PART",
      split = ",",
      description = "Measure only these: ${COMPLETION-CANDIDATES}.")
  private Set<Part> only = EnumSet.allOf(Part.class);

  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  private final Console console = Console.standard();

  /** Parts of the workload. */
  enum Part {
    RATES,
    TRANSFERS,
    FAILOVERS
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (target.url().isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--url cannot be combined with cluster, which starts it itself");
    }
    return new BenchRun("cluster", target, console)
        .runAll(
            (servers, log) -> {
              try {
                measure(log);
              } catch (SQLException e) {
                throw new IllegalStateException("a member failed: " + e.getMessage(), e);
              }
            });
  }

  private void measure(MeasurementLog log) throws IOException, InterruptedException, SQLException {
    Path folder = Files.createTempDirectory("colonnade-bench-");
    try {
      if (only.contains(Part.RATES)) {
        ClusterRates rates =
            new ClusterRates(
                Duration.ofSeconds(warmUpSeconds),
                Duration.ofSeconds(durationSeconds),
                connections,
                log);
        rates.measure(folder.resolve("rates"));
      }
      if (only.contains(Part.TRANSFERS) || only.contains(Part.FAILOVERS)) {
        measureInterruptions(folder.resolve("interruptions"), log);
      }
    } finally {
      delete(folder);
    }
  }

  private void measureInterruptions(Path folder, MeasurementLog log)
      throws IOException, InterruptedException, SQLException {
    try (LocalCluster cluster = LocalCluster.start(folder, LocalCluster.THREE);
        ClusterLoad load = ClusterLoad.start(cluster, 2);
        ClusterReaders readers = ClusterReaders.start(cluster, LocalCluster.THREE)) {
      ClusterInterruptions interruptions = new ClusterInterruptions(cluster, load, readers, log);
      if (only.contains(Part.TRANSFERS)) {
        interruptions.transfer(repetitions);
      }
      if (only.contains(Part.FAILOVERS)) {
        interruptions.failOver(repetitions);
      }
      load.stop();
      for (String name : LocalCluster.THREE) {
        load.awaitCaughtUp(name);
        List<String> problems = load.check(name);
        if (!problems.isEmpty()) {
          throw new IllegalStateException("member " + name + " is wrong: " + problems);
        }
      }
    }
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
