package dev.colonnade.bench.analytics;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.ByteSizeConverter;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.bench.local.ManagedServer;
import dev.colonnade.bench.local.MemoryLimit;
import dev.colonnade.bench.local.ServerAddress;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.query.KnownAnswers;
import dev.colonnade.bench.tpch.query.PeerDatabaseSetup;
import dev.colonnade.bench.tpch.query.TpchBenchOptions;
import dev.colonnade.bench.tpch.query.TpchServerSetup;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code colonnade bench analytics}. */
@Command(
    name = "analytics",
    description = {
      "The 22 queries of TPC-H on a server with limited memory: the first run after a restart, warm"
          + " runs, and runs beside updates of random rows of lineitem.",
      "Loads the tables, with the column segments that the queries lead to, or uses those of"
          + " --store. The limit is that of a control group (v1 or v2) if one can be created, which"
          + " needs root; otherwise the sizes of heap and caches. The status is 1 if a result"
          + " differs from that of the first execution."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class AnalyticsBench implements Callable<Integer> {
  private static final Duration UPDATES_ALONE = Duration.ofSeconds(10);

  @Mixin private BenchOptions target = new BenchOptions();
  @Mixin private TpchBenchOptions options = new TpchBenchOptions();

  @Option(
      names = "--memory",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "4GiB",
      description = "Memory of the server, and of DuckDB (default: ${DEFAULT-VALUE}).")
  private long memoryBytes;

  @Option(
      names = "--updates",
      paramLabel = "RATE",
      converter = PositiveIntConverter.class,
      defaultValue = "1000",
      description = "Updates in a second (default: ${DEFAULT-VALUE}).")
  private int updatesPerSecond;

  @Option(
      names = "--store",
      paramLabel = "FOLDER",
      description =
          "Folder of the stores of the server and of DuckDB, which remain; existing tables are"
              + " used. Default: a temporary one.")
  private Optional<Path> store = Optional.empty();

  @Option(
      names = "--peer",
      paramLabel = "URL",
      description =
          "Also load and measure this database, such as jdbc:postgresql://localhost/tpch?user=me,"
              + " whose memory is not limited, and DuckDB if the module duckdb of python3 is"
              + " installed; \"duckdb\" for DuckDB alone.")
  private Optional<String> peer = Optional.empty();

  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  private final Console console = Console.standard();
  private boolean isCorrect = true;

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (target.url().isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--url cannot be combined with analytics, which restarts the server");
    }
    int status = new BenchRun("analytics", target, console).runAll((_, log) -> measure(log));
    return isCorrect ? status : 1;
  }

  private void measure(MeasurementLog log) throws IOException, InterruptedException {
    ManagedServer.Place place = place();
    try (MemoryLimit limit = MemoryLimit.of(memoryBytes, "server");
        MemoryLimit limitOfPeer = MemoryLimit.of(memoryBytes, "duckdb");
        ManagedServer session =
            ManagedServer.start(place, limit.apply(LocalServerOptions.DEFAULTS))) {
      log.phase("memory limit: " + limit.description());
      AnalyticsRounds rounds = new AnalyticsRounds(options.queries(), log);
      fill(session, rounds, log);
      log.phase("restart");
      session.restart(limit.apply(LocalServerOptions.DEFAULTS));
      List<AnalyticalDatabase> peers = new ArrayList<>();
      try (AnalyticalDatabase server = database(jdbcUrl(session))) {
        double first = rounds.measure(Map.of("first", server), 1).getOrDefault("first", 0.0);
        openPeers(peers, place.folder(), limitOfPeer, log);
        Map<String, Double> sums = measureWarm(server, peers, rounds);
        double warm = sums.getOrDefault("warm", 0.0);
        double updated = measureBesideUpdates(server, jdbcUrl(session), rounds, log);
        log.add("analytics.first_by_warm", first / warm, MeasurementLog.RATIO);
        log.add("analytics.updates_by_warm", updated / warm, MeasurementLog.RATIO);
        for (AnalyticalDatabase other : peers) {
          double ratio = warm / sums.getOrDefault(other.name(), warm);
          log.add("analytics.warm_by_" + other.name(), ratio, MeasurementLog.RATIO);
        }
      } finally {
        for (AnalyticalDatabase other : peers) {
          other.close();
        }
      }
      conclude(rounds, log);
    }
  }

  private ManagedServer.Place place() throws IOException {
    return store.isPresent()
        ? new ManagedServer.Place(
            Files.createDirectories(store.get()).toAbsolutePath(), /* persistent= */ true)
        : ManagedServer.Place.temporary("colonnade-analytics-", /* persistent= */ false);
  }

  private void fill(ManagedServer session, AnalyticsRounds rounds, MeasurementLog log)
      throws IOException, InterruptedException {
    ServerAddress address = session.server().address();
    BenchTarget server = new BenchTarget(address.protocol(), Optional.of(address.http()));
    new TpchServerSetup(server, options.scale(), options.indexes(), console, log).fill();
    log.phase("fill the column segments");
    try (AnalyticalDatabase database = database(jdbcUrl(session))) {
      rounds.warmUp(database);
    }
    SpaceMetrics.await(address.http(), log);
  }

  private void openPeers(
      List<AnalyticalDatabase> peers, Path folder, MemoryLimit limit, MeasurementLog log)
      throws IOException, InterruptedException {
    if (peer.isEmpty()) {
      return;
    }
    if (DuckDb.isInstalled()) {
      log.phase("load DuckDB");
      peers.add(DuckDb.open(folder, limit.prefix(), memoryBytes, options.scale()));
    } else {
      log.phase("DuckDB is not measured: python3 has no module duckdb");
    }
    if (!peer.get().equals("duckdb")) {
      try {
        Connection connection = DriverManager.getConnection(peer.get());
        peers.add(new AnalyticalDatabase.OverJdbc("peer", connection));
        PeerDatabaseSetup.fill(connection, options.scale(), log);
      } catch (SQLException e) {
        throw new IOException("the peer failed: " + e.getMessage(), e);
      }
    }
  }

  private Map<String, Double> measureWarm(
      AnalyticalDatabase server, List<AnalyticalDatabase> peers, AnalyticsRounds rounds)
      throws IOException {
    Map<String, AnalyticalDatabase> databases = new LinkedHashMap<>();
    databases.put("warm", server);
    for (AnalyticalDatabase other : peers) {
      databases.put(other.name(), other);
      rounds.warmUp(other);
    }
    return rounds.measure(databases, options.repetitions());
  }

  /** Returns the sum of the queries beside updates. */
  private double measureBesideUpdates(
      AnalyticalDatabase server, String url, AnalyticsRounds rounds, MeasurementLog log)
      throws IOException, InterruptedException {
    log.phase("updates alone");
    LineItemUpdates alone = LineItemUpdates.start(url, options.scale(), updatesPerSecond);
    Thread.sleep(UPDATES_ALONE);
    alone.stop("analytics.updates_alone", log);
    LineItemUpdates beside = LineItemUpdates.start(url, options.scale(), updatesPerSecond);
    try {
      return rounds
          .measure(Map.of("updates", server), options.repetitions())
          .getOrDefault("updates", 0.0);
    } finally {
      beside.stop("analytics.updates_beside", log);
    }
  }

  private void conclude(AnalyticsRounds rounds, MeasurementLog log) {
    rounds.differences().forEach(each -> console.line(console.bad("  result differs: " + each)));
    log.add("analytics.different", rounds.differences().size(), MeasurementLog.COUNT);
    isCorrect = rounds.differences().isEmpty();
    if (KnownAnswers.existFor(options.scale())) {
      isCorrect &=
          rounds.results().entrySet().stream()
              .filter(result -> result.getKey().isTpchQuery())
              .allMatch(result -> KnownAnswers.matches(result.getKey(), result.getValue()));
    }
  }

  private static AnalyticalDatabase database(String url) throws IOException {
    try {
      return new AnalyticalDatabase.OverJdbc("colonnade", DriverManager.getConnection(url));
    } catch (SQLException e) {
      throw new IOException("no connection: url=" + url, e);
    }
  }

  private static String jdbcUrl(ManagedServer session) {
    return "jdbc:colonnade://" + session.server().address().protocol().getAuthority() + "/";
  }
}
