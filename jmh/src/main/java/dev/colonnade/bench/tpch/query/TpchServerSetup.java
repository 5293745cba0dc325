package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.bench.tpch.load.ConsoleProgress;
import dev.colonnade.bench.tpch.load.LoadedTable;
import dev.colonnade.bench.tpch.load.TpchLoader;
import dev.colonnade.client.ColonnadeClient;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Setup of the server under test: tables, rows, indexes, statistics. */
public final class TpchServerSetup {
  private static final double NANOS_PER_MILLI = 1e6;

  private final BenchTarget server;
  private final Scale scale;
  private final TpchIndexes indexes;
  private final Console console;
  private final MeasurementLog log;

  public TpchServerSetup(
      BenchTarget server, Scale scale, TpchIndexes indexes, Console console, MeasurementLog log) {
    this.server = server;
    this.scale = scale;
    this.indexes = indexes;
    this.console = console;
    this.log = log;
  }

  /** Creates, loads and analyzes the tables, unless they exist. */
  public void fill() throws InterruptedException {
    List<TpchTable> tables = List.of(TpchTable.values());
    try (ColonnadeClient client = server.connect(2)) {
      if (client.tableNames().contains(TpchTable.LINEITEM.tableName())) {
        return;
      }
      try (ConsoleProgress progress = new ConsoleProgress(console, scale.rowCountEstimate())) {
        TpchLoader loader = new TpchLoader(client, scale, progress);
        loader.create(tables);
        execute(indexes.statements());
        long nanos = loader.fill(tables).stream().mapToLong(LoadedTable::nanos).sum();
        log.add("tpch.load", nanos / NANOS_PER_MILLI, "ms");
      }
    }
    log.phase("analyzing");
    long start = System.nanoTime();
    execute(List.of("analyze"));
    log.add("tpch.analyze", (System.nanoTime() - start) / NANOS_PER_MILLI, "ms");
  }

  private void execute(List<String> statements) {
    String url = "jdbc:colonnade://" + server.url().getHost() + ":" + server.url().getPort() + "/";
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException("setup of the tables failed: " + e.getMessage(), e);
    }
  }
}
