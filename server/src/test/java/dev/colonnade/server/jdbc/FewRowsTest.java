package dev.colonnade.server.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.ArrowResult;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests that short results are equal whether they are encoded as values or as Arrow batches. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class FewRowsTest {
  private static final String ALL = "SELECT * FROM every ORDER BY k";

  private JdbcServer server;
  private Connection asValues;
  private Connection asBatches;

  @BeforeAll
  void start(@TempDir Path folder) throws SQLException {
    server = JdbcServer.start(folder);
    asValues = server.connect(true);
    asBatches = server.connect(false);
    JdbcServer.run(
        asValues,
        "CREATE TYPE mood AS ENUM ('sad', 'happy')",
        "CREATE TABLE every (k INTEGER PRIMARY KEY, b BOOLEAN, s SMALLINT, l BIGINT, r REAL,"
            + " d DOUBLE PRECISION, n NUMERIC(20,4), wide NUMERIC(38,2), free NUMERIC, x TEXT,"
            + " c CHAR(4), y BYTEA, dt DATE, tm TIME, ts TIMESTAMP, tz TIMESTAMPTZ, u UUID,"
            + " iv INTERVAL, a INTEGER[], m mood)",
        "INSERT INTO every VALUES (1, true, -32768, 9223372036854775807, 1.5, -0.1, 12.5,"
            + " -123456789012345678901234567890123456.78, 1e30, 'h\u00e4user \u2603', 'ab',"
            + " '\\x00ff7f', '2024-02-29', '23:59:59.999999', '1969-07-20 20:17:40.123456',"
            + " '1969-07-20 20:17:40.123456+02', '00112233-4455-6677-8899-aabbccddeeff',"
            + " '1 year 2 days 03:04:05', '{1,NULL,3}', 'happy')",
        "INSERT INTO every (k) VALUES (2)",
        "INSERT INTO every VALUES (3, false, 0, -1, 'NaN', 'Infinity', 0, 0.01, '-1.50', '', '',"
            + " '', '0001-01-01', '00:00', '9999-12-31 23:59:59', '0001-01-01 00:00:00+00',"
            + " '00000000-0000-0000-0000-000000000000', '-1 month', '{}', 'sad')");
  }

  @AfterAll
  void stop() throws SQLException {
    asValues.close();
    asBatches.close();
    server.close();
  }

  @Test
  void shouldReturnEqualObjectsAndTexts() throws SQLException {
    List<List<@Nullable Object>> values = cells(asValues);
    assertThat(values).hasSize(3).isEqualTo(cells(asBatches));
    assertThat(values.get(0).get(3)).isEqualTo(new BigDecimal("12.5000"));
    assertThat(values.get(1)).first().isEqualTo(2);
  }

  private static List<List<@Nullable Object>> cells(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(ALL)) {
      List<List<@Nullable Object>> all = new ArrayList<>();
      while (rows.next()) {
        List<@Nullable Object> row = new ArrayList<>();
        row.add(rows.getInt("k"));
        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
          row.add(rows.getString(i));
          row.add(rows.wasNull());
          Object value = rows.getObject(i);
          row.add(comparable(value));
        }
        row.add(3, rows.getBigDecimal("n"));
        all.add(row);
      }
      return all;
    }
  }

  /** Returns a representation of a value that implements {@code equals}. */
  private static @Nullable Object comparable(@Nullable Object value) throws SQLException {
    if (value instanceof java.sql.Array array) {
      return Arrays.asList((@Nullable Object[]) array.getArray());
    }
    return value instanceof byte[] bytes ? Arrays.toString(bytes) : value;
  }

  @Test
  void shouldReturnEqualArrowBatches() throws SQLException {
    List<List<@Nullable Object>> batches = columns(asBatches);
    assertThat(batches).hasSize(20);
    assertThat(columns(asValues)).isEqualTo(batches);
  }

  private static List<List<@Nullable Object>> columns(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(ALL)) {
      ArrowResult batches = rows.unwrap(ArrowResult.class);
      ResultPage page = requireNonNull(batches.nextPage());
      assertThat(batches.batchMessage().remaining()).isPositive().matches(bytes -> bytes % 8 == 0);
      List<List<@Nullable Object>> columns = new ArrayList<>();
      for (int i = 0; i < page.columns().size(); i++) {
        List<@Nullable Object> column = new ArrayList<>();
        for (int row = 0; row < page.rowCount(); row++) {
          column.add(comparable(page.column(i).objectAt(row)));
        }
        columns.add(column);
      }
      assertThat(batches.nextBatch()).isFalse();
      return columns;
    }
  }

  @Test
  void shouldReturnResultsOfEveryLength() throws SQLException {
    for (int count : new int[] {0, 1, 16, 17, 40}) {
      String sql =
          "SELECT i, repeat('x', i * 2000) FROM generate_series(1, " + count + ") g(i) ORDER BY i";
      try (Statement statement = asValues.createStatement();
          ResultSet rows = statement.executeQuery(sql)) {
        int seen = 0;
        while (rows.next()) {
          seen++;
          assertThat(rows.getInt(1)).isEqualTo(seen);
          assertThat(rows.getString(2)).hasSize(seen * 2000);
        }
        assertThat(seen).isEqualTo(count);
      }
    }
  }

  @Test
  void shouldApplyMaxRowsAndFetchSize() throws SQLException {
    for (Connection connection : List.of(asValues, asBatches)) {
      for (int fetchSize : new int[] {0, 1, 2, 3}) {
        try (Statement statement = connection.createStatement()) {
          statement.setFetchSize(fetchSize);
          statement.setMaxRows(2);
          try (ResultSet rows = statement.executeQuery(ALL)) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.next()).isTrue();
            assertThat(rows.getInt(1)).isEqualTo(2);
            assertThat(rows.next()).isFalse();
          }
        }
      }
    }
  }

  @Test
  void shouldReturnGeneratedKeysAndScroll() throws SQLException {
    JdbcServer.run(asValues, "CREATE TABLE keyed (id SERIAL PRIMARY KEY, v TEXT)");
    try (PreparedStatement insert =
        asValues.prepareStatement(
            "INSERT INTO keyed (v) VALUES (?)", Statement.RETURN_GENERATED_KEYS)) {
      insert.setString(1, "a");
      assertThat(insert.executeUpdate()).isEqualTo(1);
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong("id")).isEqualTo(1);
      }
    }
    try (Statement statement =
            asValues.createStatement(
                ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_READ_ONLY);
        ResultSet rows = statement.executeQuery(ALL)) {
      assertThat(rows.last()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(3);
      assertThat(rows.first()).isTrue();
      assertThat(rows.getInt(1)).isEqualTo(1);
    }
  }
}
