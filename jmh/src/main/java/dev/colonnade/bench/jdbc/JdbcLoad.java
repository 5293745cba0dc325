package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.PositiveConverter;
import dev.colonnade.bench.ScaleConverter;
import dev.colonnade.bench.tpch.Scale;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** What {@code bench jdbc} understands beside what every workload does. */
final class JdbcLoad {
  /** What can be measured. */
  enum What {
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
      converter = ScaleConverter.class,
      description = "TPC-H scale factor of lineitem (default: ${DEFAULT-VALUE}).")
  private Scale scale = ScaleConverter.DEFAULT;

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "5",
      description = "How often a fetch is measured; the median counts (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveConverter.class,
      defaultValue = "5",
      description = "How long each rate is measured (default: ${DEFAULT-VALUE}).")
  private int durationSeconds;

  @Option(
      names = "--connections",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "10",
      description = "Connections at a time, beside one alone (default: ${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--only",
      paramLabel = "WORKLOAD",
      split = ",",
      description = "Measure these only: ${COMPLETION-CANDIDATES}.")
  private Set<What> only = EnumSet.allOf(What.class);

  @Option(
      names = "--peer",
      paramLabel = "[NAME=]URL",
      description =
          "Also measure this database, such as jdbc:postgresql://host/database or"
              + " jdbc:h2:tcp://host/name; may be given several times.")
  private List<String> peers = new ArrayList<>();

  @Option(
      names = "--peer-user",
      paramLabel = "NAME",
      defaultValue = "",
      description = "Who connects to the peers, unless their URLs say so.")
  private String peerUser = "";

  @Option(
      names = "--peer-password",
      paramLabel = "PASSWORD",
      defaultValue = "",
      description = "The password there.")
  private String peerPassword = "";

  Scale scale() {
    return scale;
  }

  int repetitions() {
    return repetitions;
  }

  Duration duration() {
    return Duration.ofSeconds(durationSeconds);
  }

  /** How many connections a rate is measured with, one after the other. */
  int[] connectionCounts() {
    return connections == 1 ? new int[] {1} : new int[] {1, connections};
  }

  boolean measures(What what) {
    return only.contains(what);
  }

  List<JdbcTarget> peers() {
    return peers.stream().map(url -> JdbcTarget.peer(url, peerUser, peerPassword)).toList();
  }
}
