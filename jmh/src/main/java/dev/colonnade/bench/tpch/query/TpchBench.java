package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.Scale;
import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Command {@code colonnade bench tpch}. */
@Command(
    name = "tpch",
    description = {
      "The 22 queries of TPC-H over JDBC.",
      "Loads the eight tables with primary keys and indexes of the foreign keys, runs ANALYZE, and"
          + " then each query with columnar scans and access by keys (on) and"
          + " without (off). Both results must be equal, and at scale"
          + " 0.01 equal to the known results.",
      "With --url existing tables are used unmodified, and missing ones are loaded; --scale then"
          + " selects the known results."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class TpchBench implements Callable<Integer> {
  @Mixin private BenchOptions target = new BenchOptions();
  @Mixin private TpchBenchOptions options = new TpchBenchOptions();

  @Option(
      names = "--peer",
      paramLabel = "URL",
      description =
          "Also load and measure this database, such as"
              + " jdbc:postgresql://localhost/tpch?user=me; existing tables are used.")
  private Optional<String> peer = Optional.empty();

  private final Console console = Console.standard();
  private boolean isCorrect = true;

  @Override
  public Integer call() throws IOException, InterruptedException {
    int status = new BenchRun("tpch", target, console).run(this::measure);
    return isCorrect ? status : 1;
  }

  private void measure(BenchTarget server, MeasurementLog log)
      throws IOException, InterruptedException {
    List<TpchQuery> queries = options.queries();
    new TpchServerSetup(server, options.scale(), options.indexes(), console, log).fill();
    try (Connection ours = DriverManager.getConnection(jdbcUrl(server.url()));
        Peer other = Peer.open(peer, options.scale(), log)) {
      QueryRuns runs = new QueryRuns(ours, options.repetitions());
      List<QueryMeasurement> measured = new ArrayList<>();
      for (TpchQuery query : queries) {
        log.phase(query.name());
        QueryMeasurement measurement = runs.measure(query, other.connection());
        measurement.logTo(log);
        measured.add(measurement);
      }
      conclude(measured, log);
    } catch (SQLException e) {
      throw new IllegalStateException("a query failed: " + e.getMessage(), e);
    }
  }

  private void conclude(List<QueryMeasurement> measured, MeasurementLog log) {
    QueryTimesTable table = new QueryTimesTable(measured);
    console.line("");
    console.table(table.toTextTable());
    long queryCount =
        measured.stream().filter(measurement -> measurement.query().isTpchQuery()).count();
    long agreed = count(measured, QueryMeasurement::agrees);
    log.add("tpch.agreed", (double) agreed, MeasurementLog.COUNT);
    isCorrect = agreed == queryCount;
    if (KnownAnswers.existFor(options.scale())) {
      long correct =
          count(
              measured,
              measurement -> KnownAnswers.matches(measurement.query(), measurement.rows()));
      log.add("tpch.correct", (double) correct, MeasurementLog.COUNT);
      isCorrect &= correct == queryCount;
    }
    if (peer.isPresent()) {
      long same = count(measured, QueryMeasurement::peerAgrees);
      log.add("tpch.peer_agreed", (double) same, MeasurementLog.COUNT);
    }
  }

  private static long count(
      List<QueryMeasurement> measured, Predicate<QueryMeasurement> condition) {
    return measured.stream()
        .filter(measurement -> measurement.query().isTpchQuery())
        .filter(condition)
        .count();
  }

  private static String jdbcUrl(URI url) {
    return "jdbc:colonnade://" + url.getHost() + ":" + url.getPort() + "/";
  }

  /** Connection to the database of {@code --peer}; empty without the option. */
  private record Peer(Optional<Connection> connection) implements AutoCloseable {
    static Peer open(Optional<String> url, Scale scale, MeasurementLog log) throws SQLException {
      if (url.isEmpty()) {
        return new Peer(Optional.empty());
      }
      Connection connection = DriverManager.getConnection(url.get());
      PeerDatabaseSetup.fill(connection, scale, log);
      return new Peer(Optional.of(connection));
    }

    @Override
    public void close() throws SQLException {
      if (connection.isPresent()) {
        connection.get().close();
      }
    }
  }
}
