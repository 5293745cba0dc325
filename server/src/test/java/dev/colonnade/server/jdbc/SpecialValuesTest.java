package dev.colonnade.server.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.client.page.ColumnReader;
import dev.colonnade.client.page.ResultPage;
import dev.colonnade.jdbc.ArrowResult;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of numbers that are none, infinite dates and timestamps, and NUMERIC types without a column
 * type of Arrow, in both encodings of short results.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SpecialValuesTest {
  private static final Timestamp INFINITY = new Timestamp(9_223_372_036_825_200_000L);
  private static final Timestamp MINUS_INFINITY = new Timestamp(-9_223_372_036_832_400_000L);

  private JdbcServer server;

  @BeforeAll
  void start(@TempDir Path folder) throws SQLException {
    server = JdbcServer.start(folder);
    try (Connection connection = server.connect()) {
      JdbcServer.run(
          connection,
          "CREATE TABLE v (k INTEGER PRIMARY KEY, n NUMERIC(10,2), w NUMERIC(38,2), f NUMERIC,"
              + " d DATE, ts TIMESTAMP, tz TIMESTAMPTZ, z NUMERIC(3,-2), s NUMERIC(2,4),"
              + " l NUMERIC(60,3))",
          "INSERT INTO v VALUES (1, 'NaN', 'NaN', 'NaN', 'infinity', 'infinity', 'infinity',"
              + " 'NaN', 'NaN', 'NaN'),"
              + " (2, NULL, NULL, '-Infinity', '-infinity', '-infinity', '-infinity', 12345,"
              + " 0.0012, 123456789012345678901234567890123456789012345678901234567.891),"
              + " (3, 99999999.99, 999999999999999999999999999999999999.99, 'Infinity',"
              + " '5874897-12-31', '294246-12-31 23:59:59.999999', '4713-01-01 00:00+00 BC', 0, 0,"
              + " 0)",
          "CREATE TABLE p (k INTEGER PRIMARY KEY, n NUMERIC(10,2), f NUMERIC, r DOUBLE PRECISION,"
              + " d DATE, ts TIMESTAMP, tz TIMESTAMPTZ, x TEXT)");
    }
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReturnTextAsPostgres(boolean asValues) throws SQLException {
    try (Connection connection = server.connect(asValues);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT * FROM v ORDER BY k")) {
      assertThat(texts(rows)).isEqualTo("1 NaN NaN NaN infinity infinity infinity NaN NaN NaN");
      assertThat(texts(rows))
          .isEqualTo(
              "2 null null -Infinity -infinity -infinity -infinity 12300 0.0012"
                  + " 123456789012345678901234567890123456789012345678901234567.891");
      assertThat(texts(rows))
          .isEqualTo(
              "3 99999999.99 999999999999999999999999999999999999.99 Infinity 5874897-12-31"
                  + " 294246-12-31 23:59:59.999999 4713-01-01 00:00:00+00 BC 0 0.0000 0.000");
      assertThat(rows.next()).isFalse();
      assertThat(rows.getMetaData().getPrecision(8)).isEqualTo(3);
      assertThat(rows.getMetaData().getScale(8)).isEqualTo(-2);
      assertThat(rows.getMetaData().getScale(9)).isEqualTo(4);
    }
    assertThat(connectionText(asValues, "SELECT 'NaN'::numeric(10,2)")).isEqualTo("NaN");
    assertThat(connectionText(asValues, "SELECT 12345::numeric(5,-1)")).isEqualTo("12350");
    assertThat(connectionText(asValues, "SELECT 'infinity'::date")).isEqualTo("infinity");
  }

  private String connectionText(boolean asValues, String sql) throws SQLException {
    try (Connection connection = server.connect(asValues)) {
      return requireNonNull(JdbcServer.single(connection, sql));
    }
  }

  private static String texts(ResultSet rows) throws SQLException {
    assertThat(rows.next()).isTrue();
    StringBuilder line = new StringBuilder();
    for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
      String text = rows.getString(i);
      assertThat(rows.getObject(i, String.class)).isEqualTo(text);
      line.append(i == 1 ? "" : " ").append(text);
    }
    return line.toString();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReturnNumbersThatAreNone(boolean asValues) throws SQLException {
    try (Connection connection = server.connect(asValues);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT n, w, f, z, l FROM v WHERE k = 1")) {
      assertThat(row.next()).isTrue();
      for (int i = 1; i <= 5; i++) {
        int column = i;
        assertThat(row.getDouble(i)).isNaN();
        assertThat(row.getFloat(i)).isNaN();
        assertThat(row.getObject(i)).isEqualTo(Double.NaN);
        assertThat(row.getObject(i, Double.class)).isNaN();
        assertRefused("22003", () -> row.getBigDecimal(column));
        assertRefused("22003", () -> row.getObject(column, BigDecimal.class));
        assertRefused("22003", () -> row.getLong(column));
        assertRefused("22003", () -> row.getInt(column));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReturnInfiniteDatesAndTimestamps(boolean asValues) throws SQLException {
    try (Connection connection = server.connect(asValues);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT d, ts, tz FROM v ORDER BY k LIMIT 2")) {
      assertThat(row.next()).isTrue();
      for (int i = 1; i <= 3; i++) {
        int column = i;
        assertThat(row.getObject(i, LocalDate.class)).isEqualTo(LocalDate.MAX);
        assertThat(row.getObject(i, LocalDateTime.class)).isEqualTo(LocalDateTime.MAX);
        assertThat(row.getObject(i, OffsetDateTime.class)).isEqualTo(OffsetDateTime.MAX);
        assertThat(row.getObject(i, Instant.class)).isEqualTo(Instant.MAX);
        assertThat(row.getDate(i).getTime()).isEqualTo(INFINITY.getTime());
        assertThat(row.getTimestamp(i)).isEqualTo(INFINITY);
        assertRefused("22008", () -> row.getTime(column));
        assertRefused("22008", () -> row.getObject(column, LocalTime.class));
      }
      assertThat(row.next()).isTrue();
      for (int i = 1; i <= 3; i++) {
        assertThat(row.getObject(i, LocalDate.class)).isEqualTo(LocalDate.MIN);
        assertThat(row.getObject(i, LocalDateTime.class)).isEqualTo(LocalDateTime.MIN);
        assertThat(row.getObject(i, OffsetDateTime.class)).isEqualTo(OffsetDateTime.MIN);
        assertThat(row.getDate(i).getTime()).isEqualTo(MINUS_INFINITY.getTime());
        assertThat(row.getTimestamp(i)).isEqualTo(MINUS_INFINITY);
      }
    }
  }

  private interface Getter {
    Object get() throws SQLException;
  }

  private static void assertRefused(String state, Getter getter) {
    assertThatThrownBy(getter::get)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo(state));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldReturnThemInArrowBatches(boolean asValues) throws SQLException {
    try (Connection connection = server.connect(asValues);
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT n, w, d, ts, tz FROM v ORDER BY k")) {
      ResultPage page = requireNonNull(rows.unwrap(ArrowResult.class).nextPage());
      for (int i = 0; i < 2; i++) {
        ColumnReader numbers = page.column(i);
        assertThat(numbers.isNaNAt(0)).isTrue();
        assertThat(numbers.isNaNAt(1)).isFalse();
        assertThat(numbers.isNaNAt(2)).isFalse();
        assertThat(numbers.objectAt(0)).isEqualTo(Double.NaN);
        assertThat(numbers.objectAt(1)).isNull();
        assertThatThrownBy(() -> numbers.decimalAt(0)).isInstanceOf(ArithmeticException.class);
      }
      assertThat(page.column(0).unscaledLowAt(0)).isEqualTo(Long.MAX_VALUE);
      assertThat(page.column(0).decimalAt(2)).isEqualTo("99999999.99");
      assertThat(page.column(2).intAt(0)).isEqualTo(Integer.MAX_VALUE);
      assertThat(page.column(3).longAt(1)).isEqualTo(Long.MIN_VALUE);
      assertThat(page.column(2).objectAt(0)).isEqualTo(LocalDate.MAX);
      assertThat(page.column(3).objectAt(1)).isEqualTo(LocalDateTime.MIN);
      assertThat(page.column(4).objectAt(0)).isEqualTo(Instant.MAX);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldAcceptThemAsParameters(boolean asValues) throws SQLException {
    try (Connection connection = server.connect(asValues);
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO p VALUES (?, ?, ?, ?, ?, ?, ?, ?)")) {
      JdbcServer.run(connection, "TRUNCATE p");
      insert(insert, 1, "NaN", "-Infinity", "NaN", "infinity", "-infinity", "infinity", "x");
      insert(
          insert,
          2,
          Double.NaN,
          Double.NEGATIVE_INFINITY,
          Double.NaN,
          LocalDate.MAX,
          LocalDateTime.MIN,
          OffsetDateTime.MAX,
          LocalDate.MAX);
      insert(
          insert,
          3,
          Float.NaN,
          Float.NEGATIVE_INFINITY,
          Float.NaN,
          new Date(INFINITY.getTime()),
          MINUS_INFINITY,
          INFINITY,
          INFINITY);
      insert(insert, 4, 1, 2, 3, INFINITY, LocalDate.MIN, LocalDate.MAX, Instant.MAX);
      insert.setInt(1, 5);
      insert.setObject(2, "NaN", Types.NUMERIC);
      insert.setObject(3, "-Infinity", Types.NUMERIC);
      insert.setObject(4, "Infinity", Types.DOUBLE);
      insert.setObject(5, "infinity", Types.DATE);
      insert.setObject(6, "-infinity", Types.TIMESTAMP);
      insert.setObject(7, OffsetDateTime.MAX.toZonedDateTime());
      insert.setObject(8, LocalDateTime.MIN, Types.VARCHAR);
      insert.executeUpdate();
      insert.setObject(1, 6);
      insert.setObject(2, Double.POSITIVE_INFINITY);
      assertRefused("22003", insert::executeUpdate);
      insert.setObject(2, 1);
      insert.setObject(5, LocalDate.of(5_881_580, 7, 11));
      assertRefused("22003", insert::executeUpdate);
      insert.setObject(5, LocalDate.of(5_874_898, 1, 1));
      assertRefused("22008", insert::executeUpdate);
      try (Statement statement = connection.createStatement();
          ResultSet rows = statement.executeQuery("SELECT * FROM p ORDER BY k")) {
        assertThat(texts(rows)).isEqualTo("1 NaN -Infinity NaN infinity -infinity infinity x");
        for (int k = 2; k <= 3; k++) {
          assertThat(texts(rows))
              .isEqualTo(k + " NaN -Infinity NaN infinity -infinity infinity infinity");
        }
        assertThat(texts(rows)).isEqualTo("4 1.00 2 3 infinity -infinity infinity infinity");
        assertThat(texts(rows))
            .isEqualTo("5 NaN -Infinity Infinity infinity -infinity infinity -infinity");
      }
    }
  }

  private static void insert(PreparedStatement insert, int k, Object... values)
      throws SQLException {
    insert.setInt(1, k);
    for (int i = 0; i < values.length; i++) {
      insert.setObject(i + 2, values[i]);
    }
    insert.executeUpdate();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void shouldCompareThemWithColumns(boolean asValues) throws SQLException {
    try (Connection connection = server.connect(asValues);
        PreparedStatement select =
            connection.prepareStatement("SELECT k FROM v WHERE n = ? AND d = ? AND tz = ?")) {
      select.setDouble(1, Double.NaN);
      select.setObject(2, LocalDate.MAX);
      select.setTimestamp(3, INFINITY);
      try (ResultSet rows = select.executeQuery()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getInt(1)).isEqualTo(1);
        assertThat(rows.next()).isFalse();
      }
    }
  }
}
