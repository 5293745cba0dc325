package dev.colonnade.bench.tpch.query;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.tpch.Scale;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Collections;

/** Setup of another database with the SQL dialect of PostgreSQL. */
public final class PeerDatabaseSetup {
  private static final int BATCH_ROWS = 5_000;

  private PeerDatabaseSetup() {}

  /** Creates, loads and analyzes the tables, unless they exist. */
  public static void fill(Connection connection, Scale scale, MeasurementLog log)
      throws SQLException {
    if (hasTables(connection)) {
      return;
    }
    log.phase("loading the peer");
    try (Statement statement = connection.createStatement()) {
      for (String definition : TpchQuery.resource("/tpch/schema.sql").split(";", -1)) {
        if (!definition.isBlank()) {
          statement.execute(definition);
        }
      }
      connection.setAutoCommit(false);
      for (TpchTable<?> table : TpchTable.getTables()) {
        load(connection, table, scale);
      }
      connection.setAutoCommit(true);
      for (String index : TpchIndexes.KEYS.statements()) {
        statement.execute(index);
      }
      statement.execute("vacuum analyze");
    }
  }

  private static boolean hasTables(Connection connection) throws SQLException {
    try (ResultSet tables = connection.getMetaData().getTables(null, null, "lineitem", null)) {
      return tables.next();
    }
  }

  private static <E extends TpchEntity> void load(
      Connection connection, TpchTable<E> table, Scale scale) throws SQLException {
    int width = table.getColumns().size();
    String marks = String.join(", ", Collections.nCopies(width, "?"));
    String insert = "insert into %s values (%s)".formatted(table.getTableName(), marks);
    try (PreparedStatement statement = connection.prepareStatement(insert)) {
      int count = 0;
      for (E row : table.createGenerator(scale.factor(), 1, 1)) {
        String[] fields = row.toLine().split("\\|", -1);
        for (int i = 0; i < width; i++) {
          statement.setObject(i + 1, fields[i], Types.OTHER);
        }
        statement.addBatch();
        if (++count % BATCH_ROWS == 0) {
          statement.executeBatch();
        }
      }
      statement.executeBatch();
    }
    connection.commit();
  }
}
