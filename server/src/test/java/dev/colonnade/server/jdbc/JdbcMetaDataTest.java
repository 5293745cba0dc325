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

/** Tests of {@link DatabaseMetaData}. */
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
        "CREATE TABLE m (b INTEGER, a VARCHAR(20) NOT NULL, n NUMERIC(10,2), PRIMARY KEY (a, b))",
        "CREATE TABLE child (id BIGSERIAL PRIMARY KEY, ma VARCHAR(20), mb INTEGER, any_n NUMERIC,"
            + " CONSTRAINT child_m FOREIGN KEY (ma, mb) REFERENCES m (a, b) ON DELETE CASCADE)",
        "CREATE INDEX child_some ON child (mb DESC) WHERE mb > 3",
        "CREATE INDEX child_words ON child (lower(ma), mb)",
        "COMMENT ON TABLE child IS 'of m'",
        "COMMENT ON COLUMN child.ma IS 'one half'");
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
  void shouldFindForeignKeys() throws SQLException {
    for (ResultSet keys :
        List.of(
            meta.getImportedKeys(null, "public", "child"),
            meta.getExportedKeys(null, null, "m"),
            meta.getCrossReference(null, null, "m", null, null, "child"))) {
      try (keys) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getString("PKCOLUMN_NAME")).isEqualTo("a");
        assertThat(keys.getString("FKCOLUMN_NAME")).isEqualTo("ma");
        assertThat(keys.getString("FK_NAME")).isEqualTo("child_m");
        assertThat(keys.getString("PK_NAME")).isEqualTo("m_pkey");
        assertThat(keys.getInt("DELETE_RULE")).isEqualTo(DatabaseMetaData.importedKeyCascade);
        assertThat(keys.getInt("DEFERRABILITY"))
            .isEqualTo(DatabaseMetaData.importedKeyNotDeferrable);
        assertThat(keys.next()).isTrue();
        assertThat(keys.getInt("KEY_SEQ")).isEqualTo(2);
        assertThat(keys.next()).isFalse();
      }
    }
  }

  /** The expected values are those of PostgreSQL's driver for the same table. */
  @Test
  void shouldReportRemarksSequencesAndFilters() throws SQLException {
    assertThat(column(meta.getTables(null, null, "child", null), "REMARKS")).contains("of m");
    assertThat(column(meta.getColumns(null, null, "child", null), "REMARKS"))
        .containsExactly(null, "one half", null, null);
    assertThat(column(meta.getColumns(null, null, "child", null), "TYPE_NAME"))
        .containsExactly("bigserial", "varchar", "int4", "numeric");
    assertThat(column(meta.getColumns(null, null, "child", null), "IS_AUTOINCREMENT"))
        .containsExactly("YES", "NO", "NO", "NO");
    assertThat(column(meta.getColumns(null, null, "child", null), "DECIMAL_DIGITS"))
        .containsExactly("0", "0", "0", null);
    try (ResultSet indexes = meta.getIndexInfo(null, null, "child", false, true)) {
      assertThat(indexes.next()).isTrue();
      assertThat(indexes.getString("INDEX_NAME")).isEqualTo("child_pkey");
      assertThat(indexes.next()).isTrue();
      assertThat(indexes.getString("FILTER_CONDITION")).contains("mb > 3");
      assertThat(indexes.getString("ASC_OR_DESC")).isEqualTo("D");
    }
    assertThat(column(meta.getIndexInfo(null, null, "child", false, true), "COLUMN_NAME"))
        .containsExactly("id", "mb", "lower((ma)::text)", "mb");
  }

  @Test
  void shouldReportFunctionsAndPrivileges() throws SQLException {
    assertThat(column(meta.getFunctions(null, "pg_catalog", "lpad"), "FUNCTION_NAME"))
        .containsExactly("lpad", "lpad");
    assertThat(column(meta.getFunctionColumns(null, null, "lpad", null), "TYPE_NAME"))
        .containsExactly("text", "text", "int4", "text", "text", "text", "int4");
    assertThat(column(meta.getTablePrivileges(null, null, "m"), "PRIVILEGE"))
        .containsExactly(
            "DELETE", "INSERT", "REFERENCES", "SELECT", "TRIGGER", "TRUNCATE", "UPDATE");
    assertThat(column(meta.getColumnPrivileges(null, null, "m", "a"), "PRIVILEGE"))
        .contains("SELECT", "UPDATE");
  }

  @Test
  void shouldFindNothingInAnotherCatalog() throws SQLException {
    assertThat(column(meta.getTables("nosuch", null, "m", null), "TABLE_NAME")).isEmpty();
    assertThat(column(meta.getColumns("nosuch", null, "m", null), "COLUMN_NAME")).isEmpty();
    assertThat(column(meta.getPrimaryKeys("nosuch", null, "m"), "COLUMN_NAME")).isEmpty();
    assertThat(column(meta.getTables("colonnade", null, "m", null), "TABLE_NAME")).contains("m");
  }

  @Test
  void shouldReportProductAndDriver() throws SQLException {
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
