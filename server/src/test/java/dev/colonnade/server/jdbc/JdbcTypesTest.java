package dev.colonnade.server.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the conversions of parameters and results of every type. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JdbcTypesTest {
  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
  private static final LocalDateTime TIMESTAMP =
      LocalDateTime.of(1969, 7, 20, 20, 17, 40, 123_456_000);

  private JdbcServer server;
  private Connection connection;

  @BeforeAll
  void start(@TempDir Path folder) throws SQLException {
    server = JdbcServer.start(folder);
    connection = server.connect();
    JdbcServer.run(
        connection,
        "CREATE TABLE v (k INTEGER PRIMARY KEY, b BOOLEAN, s SMALLINT, i INTEGER, l BIGINT,"
            + " r REAL, d DOUBLE PRECISION, n NUMERIC(20,4), x TEXT, vc VARCHAR(10), c CHAR(4),"
            + " y BYTEA, dt DATE, tm TIME, ts TIMESTAMP, tz TIMESTAMPTZ, u UUID)");
  }

  @AfterAll
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  @Test
  void shouldRoundTripEveryType() throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement(
            "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
      insert.setInt(1, 1);
      insert.setBoolean(2, true);
      insert.setShort(3, Short.MIN_VALUE);
      insert.setInt(4, Integer.MAX_VALUE);
      insert.setLong(5, Long.MIN_VALUE);
      insert.setFloat(6, 1.5f);
      insert.setDouble(7, -0.1);
      insert.setBigDecimal(8, new BigDecimal("-1234567890123456.7891"));
      insert.setString(9, "häuser \u2603 \uD83D\uDE00");
      insert.setString(10, "0123456789");
      insert.setString(11, "ab");
      insert.setBytes(12, new byte[] {0, -1, 127});
      insert.setObject(13, LocalDate.of(2024, 2, 29));
      insert.setObject(14, LocalTime.of(23, 59, 59, 999_999_000));
      insert.setObject(15, TIMESTAMP);
      insert.setObject(16, TIMESTAMP.atOffset(ZoneOffset.ofHours(2)));
      insert.setObject(17, ID);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    try (PreparedStatement select = connection.prepareStatement("SELECT * FROM v WHERE k = 1");
        ResultSet row = select.executeQuery()) {
      assertThat(row.next()).isTrue();
      assertThat(row.getBoolean(2)).isTrue();
      assertThat(row.getShort(3)).isEqualTo(Short.MIN_VALUE);
      assertThat(row.getInt(4)).isEqualTo(Integer.MAX_VALUE);
      assertThat(row.getLong(5)).isEqualTo(Long.MIN_VALUE);
      assertThat(row.getFloat(6)).isEqualTo(1.5f);
      assertThat(row.getDouble(7)).isEqualTo(-0.1);
      assertThat(row.getBigDecimal(8)).isEqualTo(new BigDecimal("-1234567890123456.7891"));
      assertThat(row.getString(9)).isEqualTo("häuser \u2603 \uD83D\uDE00");
      assertThat(row.getString(10)).isEqualTo("0123456789");
      assertThat(row.getString(11)).startsWith("ab");
      assertThat(row.getBytes(12)).containsExactly(0, -1, 127);
      assertThat(row.getObject(13, LocalDate.class)).isEqualTo("2024-02-29");
      assertThat(row.getObject(14, LocalTime.class)).isEqualTo("23:59:59.999999");
      assertThat(row.getObject(15, LocalDateTime.class)).isEqualTo(TIMESTAMP);
      assertThat(row.getObject(16, OffsetDateTime.class).toInstant())
          .isEqualTo(TIMESTAMP.toInstant(ZoneOffset.ofHours(2)));
      assertThat(row.getObject(17, UUID.class)).isEqualTo(ID);
      assertThat(row.getObject(17)).isEqualTo(ID);
      assertThat(row.getObject(8)).isInstanceOf(BigDecimal.class);
      assertThat(row.getObject(13)).isInstanceOf(Date.class);
      assertThat(row.getString(8)).isEqualTo("-1234567890123456.7891");
      assertThat(row.getString(2)).isEqualTo("t");
      assertThat(row.getString(15)).isEqualTo("1969-07-20 20:17:40.123456");
      assertThatThrownBy(() -> row.getInt(5)).isInstanceOf(SQLDataException.class);
      assertThatThrownBy(() -> row.getInt(9)).isInstanceOf(SQLDataException.class);
      assertThatThrownBy(() -> row.getInt(99)).isInstanceOf(SQLException.class);
    }
  }

  @Test
  void shouldConvertTheDateAndTimeClassesOfJavaSql() throws SQLException {
    Timestamp timestamp = Timestamp.valueOf(TIMESTAMP);
    try (PreparedStatement insert =
            connection.prepareStatement(
                "INSERT INTO v (k, dt, tm, ts, tz) VALUES (2, ?, ?, ?, ?)");
        PreparedStatement select =
            connection.prepareStatement("SELECT dt, tm, ts, tz FROM v WHERE k = 2")) {
      insert.setDate(1, Date.valueOf("2001-02-03"));
      insert.setTime(2, Time.valueOf("04:05:06"));
      insert.setTimestamp(3, timestamp);
      insert.setTimestamp(4, timestamp);
      insert.executeUpdate();
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getDate(1)).isEqualTo(Date.valueOf("2001-02-03"));
        assertThat(row.getTime(2)).isEqualTo(Time.valueOf("04:05:06"));
        assertThat(row.getTimestamp(3)).isEqualTo(timestamp);
        assertThat(row.getTimestamp(4)).isEqualTo(timestamp);
        assertThat(row.getObject(4, Instant.class)).isEqualTo(timestamp.toInstant());
      }
    }
  }

  @Test
  void shouldReadTextAsTheParametersType() throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT CAST(? AS INTEGER) + 1, CAST(? AS DATE), CAST(? AS NUMERIC)")) {
      select.setString(1, "41");
      select.setString(2, "1999-12-31");
      select.setObject(3, "1.50", Types.NUMERIC);
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getInt(1)).isEqualTo(42);
        assertThat(row.getString(2)).isEqualTo("1999-12-31");
        assertThat(row.getBigDecimal(3)).isEqualByComparingTo("1.50");
      }
    }
  }

  @Test
  void shouldConvertParametersToTheNamedTypes() throws SQLException {
    Timestamp timestamp = Timestamp.valueOf("2024-02-29 01:02:03");
    try (PreparedStatement select =
        connection.prepareStatement(
            "SELECT CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS TIMESTAMP), CAST(? AS TEXT),"
                + " CAST(? AS INTEGER)")) {
      select.setObject(1, timestamp, Types.VARCHAR);
      select.setObject(2, timestamp, Types.TIME);
      select.setObject(3, timestamp, Types.DATE);
      select.setBoolean(4, true);
      select.setDouble(5, 3.0);
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString(1)).isEqualTo("2024-02-29 01:02:03");
        assertThat(row.getString(2)).isEqualTo("01:02:03");
        assertThat(row.getString(3)).isEqualTo("2024-02-29 00:00:00");
        assertThat(row.getString(4)).isEqualTo("true");
        assertThat(row.getInt(5)).isEqualTo(3);
      }
      select.setDouble(5, 3.5);
      assertThatThrownBy(select::executeQuery).hasFieldOrPropertyWithValue("SQLState", "42804");
    }
  }

  @Test
  void shouldReturnUnlimitedNumericsExactly() throws SQLException {
    assertThat(JdbcServer.single(connection, "SELECT 1 / 3.0")).startsWith("0.3333333333333333");
    BigDecimal left = new BigDecimal("123456789012345678901234567890");
    BigDecimal right = new BigDecimal("1000000000000000000000.5");
    assertThat(JdbcServer.single(connection, "SELECT " + left + " * " + right))
        .isEqualTo(left.multiply(right).toPlainString());
    assertThat(JdbcServer.single(connection, "SELECT CAST(1e20 AS DOUBLE PRECISION)"))
        .isEqualTo("1e+20");
  }

  @Test
  void shouldConvertArraysAndIntervals() throws SQLException {
    try (PreparedStatement select =
            connection.prepareStatement(
                "SELECT CAST(? AS INTEGER[]), ARRAY['a b', NULL, 'c'], CAST(? AS INTERVAL)");
        ResultSet row = execute(select)) {
      assertThat(row.next()).isTrue();
      assertThat((Object[]) row.getArray(1).getArray()).containsExactly(1, null, 3);
      assertThat(row.getObject(1, int[].class)).containsExactly(1, 0, 3);
      assertThat((Object) row.getObject(2, List.class)).isEqualTo(Arrays.asList("a b", null, "c"));
      assertThat(row.getString(2)).isEqualTo("{\"a b\",NULL,c}");
      assertThat(row.getMetaData().getColumnTypeName(1)).isEqualTo("_int4");
      assertThat(row.getMetaData().getColumnType(2)).isEqualTo(Types.ARRAY);
      assertThat(row.getString(3)).isEqualTo("1 day 02:00:00");
    }
  }

  private ResultSet execute(PreparedStatement select) throws SQLException {
    select.setArray(1, connection.createArrayOf("int4", new Object[] {1, null, 3}));
    select.setString(2, "1 day 2 hours");
    return select.executeQuery();
  }

  @Test
  void shouldDescribeColumns() throws SQLException {
    try (PreparedStatement select = connection.prepareStatement("SELECT n, vc, tz FROM v")) {
      var columns = select.getMetaData();
      assertThat(columns.getColumnCount()).isEqualTo(3);
      assertThat(columns.getPrecision(1)).isEqualTo(20);
      assertThat(columns.getScale(1)).isEqualTo(4);
      assertThat(columns.getColumnType(2)).isEqualTo(Types.VARCHAR);
      assertThat(columns.getPrecision(2)).isEqualTo(10);
      assertThat(columns.getColumnTypeName(3)).isEqualTo("timestamptz");
      assertThat(columns.getColumnClassName(1)).isEqualTo("java.math.BigDecimal");
    }
    assertThat(List.of(connection.createArrayOf("int4", new Object[] {1, null, 3}).toString()))
        .containsExactly("{1,NULL,3}");
  }
}
