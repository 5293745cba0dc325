package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.harness.ScaleFactorConverter;
import dev.colonnade.bench.tpch.Scale;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command-line options of {@code bench jdbc}. */
final class JdbcBenchOptions {
  /** Section of the workload that {@code --only} selects. */
  enum Section {
    FETCH,
    POINT,
    NEXTVAL,
    INSERT,
    BATCH,
    BULK
  }

  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "0.1",
      converter = ScaleFactorConverter.class,
      description = "TPC-H scale factor of lineitem (default: ${DEFAULT-VALUE}).")
  private Scale scale = ScaleFactorConverter.DEFAULT;

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "5",
      description =
          "Number of runs of a fetch, of which the median is reported (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveIntConverter.class,
      defaultValue = "5",
      description = "Duration of the measurement of each rate (default: ${DEFAULT-VALUE}).")
  private int durationSeconds;

  @Option(
      names = "--connections",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "10",
      description = "Number of connections, beside a single one (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--only",
      paramLabel = "WORKLOAD",
      split = ",",
      description = "Measure only these: ${COMPLETION-CANDIDATES}.")
  private Set<Section> only = EnumSet.allOf(Section.class);

  @Mixin private JdbcPeerOptions peers = new JdbcPeerOptions();

  Scale scale() {
    return scale;
  }

  int repetitions() {
    return repetitions;
  }

  Duration duration() {
    return Duration.ofSeconds(durationSeconds);
  }

  /** Returns the numbers of connections with which each rate is measured, in order. */
  int[] connectionCounts() {
    return connections == 1 ? new int[] {1} : new int[] {1, connections};
  }

  boolean measures(Section section) {
    return only.contains(section);
  }

  List<JdbcTarget> peers() {
    return peers.targets();
  }
}
