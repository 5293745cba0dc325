package dev.colonnade.bench.jdbc;

import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.bench.tpch.load.ConsoleProgress;
import dev.colonnade.bench.tpch.load.TpchLoader;
import dev.colonnade.client.ColonnadeClient;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Setup of the table lineitem in every database. */
final class LineItemTable {
  private static final String NAME = TpchTable.LINEITEM.tableName();
  private static final int BATCH_ROWS = 1_000;

  private final BenchTarget server;
  private final Scale scale;
  private final MeasurementLog log;

  LineItemTable(BenchTarget server, Scale scale, MeasurementLog log) {
    this.server = server;
    this.scale = scale;
    this.log = log;
  }

  /**
   * Loads the table in databases that do not have it: in the server by the native client, in other
   * databases by batched inserts.
   */
  void provide(List<JdbcTarget> targets) throws SQLException, InterruptedException {
    try (ColonnadeClient client = server.connect(2)) {
      if (!client.tableNames().contains(NAME)) {
        log.phase("loading lineitem at scale " + scale);
        long rowsExpected = scale.orderCount() * 4;
        try (ConsoleProgress progress = new ConsoleProgress(Console.standard(), rowsExpected)) {
          new TpchLoader(client, scale, progress).load(List.of(TpchTable.LINEITEM));
        }
      }
    }
    for (JdbcTarget target : targets) {
      if (!target.isOwn()) {
        try (Connection connection = target.connect()) {
          if (!exists(connection)) {
            log.phase("loading lineitem at scale " + scale + " into " + target.label());
            load(connection);
          }
        }
      }
    }
  }

  private static boolean exists(Connection connection) throws SQLException {
    try (ResultSet tables =
        connection
            .getMetaData()
            .getTables(connection.getCatalog(), connection.getSchema(), null, null)) {
      while (tables.next()) {
        if (NAME.equalsIgnoreCase(tables.getString("TABLE_NAME"))) {
          return true;
        }
      }
      return false;
    }
  }

  private void load(Connection connection) throws SQLException {
    LineItemColumn[] columns = LineItemColumn.values();
    String definitions =
        Stream.of(columns).map(LineItemColumn::definition).collect(Collectors.joining(", "));
    try (Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TABLE "
              + NAME
              + " ("
              + definitions
              + ", PRIMARY KEY (l_orderkey, l_linenumber))");
    }
    connection.setAutoCommit(false);
    String parameters = String.join(", ", Collections.nCopies(columns.length, "?"));
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO " + NAME + " VALUES (" + parameters + ")")) {
      int rows = 0;
      for (LineItem line : new LineItemGenerator(scale.factor(), 1, 1)) {
        for (int i = 0; i < columns.length; i++) {
          columns[i].set(insert, i + 1, line);
        }
        insert.addBatch();
        if (++rows % BATCH_ROWS == 0) {
          insert.executeBatch();
          connection.commit();
        }
      }
      insert.executeBatch();
      connection.commit();
    }
  }
}
