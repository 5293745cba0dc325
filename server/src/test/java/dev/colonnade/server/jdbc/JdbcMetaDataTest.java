package dev.colonnade.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What tools ask a database about itself. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JdbcMetaDataTest {
  private JdbcServer server;
  private Connection connection;
  private DatabaseMetaData meta;

  @BeforeAll
  void start(@TempDir Path folder) throws SQLException {
    server = JdbcServer.start(folder);
    connection = server.connect();
    meta = connection.getMetaData();
    JdbcServer.run(
        connection,
        "CREATE TABLE m (b INTEGER, a VARCHAR(20) NOT NULL, n NUMERIC(10,2), PRIMARY KEY (a, b))");
  }

  @AfterAll
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  @Test
  void shouldFindTablesAndColumns() throws SQLException {
    assertThat(column(meta.getTables(null, "public", "m", new String[] {"TABLE"}), "TABLE_NAME"))
        .containsExactly("m");
    assertThat(column(meta.getTables(null, null, "nosuch", null), "TABLE_NAME")).isEmpty();
    assertThat(column(meta.getSchemas(), "TABLE_SCHEM")).contains("public", "pg_catalog");
    assertThat(column(meta.getCatalogs(), "TABLE_CAT")).contains("colonnade");
    assertThat(column(meta.getTableTypes(), "TABLE_TYPE")).contains("TABLE", "VIEW", "SEQUENCE");
    try (ResultSet columns = meta.getColumns(null, "public", "m", "%")) {
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("COLUMN_NAME")).isEqualTo("b");
      assertThat(columns.getInt("DATA_TYPE")).isEqualTo(Types.INTEGER);
      assertThat(columns.next()).isTrue();
      assertThat(columns.getString("COLUMN_NAME")).isEqualTo("a");
      assertThat(columns.getInt("COLUMN_SIZE")).isEqualTo(20);
      assertThat(columns.getString("IS_NULLABLE")).isEqualTo("NO");
      assertThat(columns.next()).isTrue();
      assertThat(columns.getInt("DECIMAL_DIGITS")).isEqualTo(2);
      assertThat(columns.getInt("ORDINAL_POSITION")).isEqualTo(3);
      assertThat(columns.next()).isFalse();
    }
  }

  @Test
  void shouldFindKeys() throws SQLException {
    assertThat(column(meta.getPrimaryKeys(null, "public", "m"), "COLUMN_NAME"))
        .containsExactly("a", "b");
    try (ResultSet keys = meta.getPrimaryKeys(null, null, "m")) {
      assertThat(keys.next()).isTrue();
      assertThat(keys.getShort("KEY_SEQ")).isEqualTo((short) 1);
    }
    assertThat(column(meta.getIndexInfo(null, "public", "m", true, true), "COLUMN_NAME"))
        .contains("a", "b");
    assertThat(column(meta.getImportedKeys(null, "public", "m"), "FK_NAME")).isEmpty();
  }

  @Test
  void shouldSayWhatItIs() throws SQLException {
    assertThat(meta.getDatabaseMajorVersion()).isPositive();
    assertThat(meta.getURL()).isEqualTo(server.url());
    assertThat(meta.getDriverName()).contains("Colonnade");
    assertThat(meta.supportsBatchUpdates()).isTrue();
    assertThat(meta.supportsTransactionIsolationLevel(Connection.TRANSACTION_SERIALIZABLE))
        .isTrue();
    assertThat(column(meta.getTypeInfo(), "TYPE_NAME")).contains("int4", "numeric", "uuid");
    assertThat(connection.getCatalog()).isEqualTo("colonnade");
    assertThat(connection.getSchema()).isEqualTo("public");
  }

  private static List<String> column(ResultSet rows, String name) throws SQLException {
    List<String> values = new ArrayList<>();
    try (rows) {
      while (rows.next()) {
        values.add(rows.getString(name));
      }
    }
    return values;
  }
}
