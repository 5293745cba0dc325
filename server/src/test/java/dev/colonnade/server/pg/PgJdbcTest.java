package dev.colonnade.server.pg;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.util.PSQLException;
import org.postgresql.util.ServerErrorMessage;

/** pgJDBC under HikariCP. */
class PgJdbcTest {
  private static final String VALUES =
      "select ?::boolean, ?::smallint, ?::int, ?::bigint, ?::real, ?::double precision, ?::numeric,"
          + " ?::text, ?::bytea, ?::date, ?::time, ?::timestamp, ?::timestamptz, ?::uuid, ?::int[]";

  @TempDir static Path folder;

  private static PgListenerFixture server;

  @BeforeAll
  static void start() {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void shouldReceiveNoticesOfBlocks() throws Exception {
    try (HikariDataSource pool = pool("prepareThreshold=0");
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("DO $$ BEGIN RAISE NOTICE 'one %', 1; RAISE WARNING 'two'; END $$");
      SQLWarning first = requireNonNull(statement.getWarnings());
      assertThat(first.getMessage()).isEqualTo("one 1");
      assertThat(requireNonNull(first.getNextWarning()).getMessage()).isEqualTo("two");
      String block =
          "DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'P0099', HINT = 'try'; END $$";
      assertThatThrownBy(() -> statement.execute(block))
          .isInstanceOfSatisfying(
              PSQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("P0099");
                ServerErrorMessage reported = requireNonNull(e.getServerErrorMessage());
                assertThat(reported.getHint()).isEqualTo("try");
                assertThat(reported.getWhere())
                    .isEqualTo("PL/pgSQL function inline_code_block line 1 at RAISE");
              });
    }
  }

  /** With a threshold of -1 the driver requests binary values at once, with 0 text. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void shouldReturnEveryParameterValue(int threshold) throws Exception {
    try (HikariDataSource pool = pool("prepareThreshold=" + threshold);
        Connection connection = pool.getConnection();
        PreparedStatement statement = connection.prepareStatement(VALUES)) {
      UUID uuid = UUID.randomUUID();
      LocalDateTime time = LocalDateTime.of(2024, 2, 29, 12, 34, 56, 789_000);
      Object[] values = {
        true,
        (short) -3,
        4,
        5L,
        1.5f,
        -2.25,
        new BigDecimal("-12345.6789"),
        "zwölf",
        new byte[] {0, 1, -1},
        LocalDate.of(1999, 12, 31),
        LocalTime.of(1, 2, 3),
        time,
        time.atOffset(ZoneOffset.UTC),
        uuid
      };
      for (int round = 0; round < 2; round++) {
        for (int i = 0; i < values.length; i++) {
          statement.setObject(i + 1, values[i]);
        }
        statement.setArray(15, connection.createArrayOf("int4", new Integer[] {1, null, 3}));
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getBoolean(1)).isTrue();
          assertThat(rows.getShort(2)).isEqualTo((short) -3);
          assertThat(rows.getInt(3)).isEqualTo(4);
          assertThat(rows.getLong(4)).isEqualTo(5);
          assertThat(rows.getFloat(5)).isEqualTo(1.5f);
          assertThat(rows.getDouble(6)).isEqualTo(-2.25);
          assertThat(rows.getBigDecimal(7)).isEqualTo(new BigDecimal("-12345.6789"));
          assertThat(rows.getString(8)).isEqualTo("zwölf");
          assertThat(rows.getBytes(9)).containsExactly(0, 1, -1);
          assertThat(rows.getObject(10, LocalDate.class)).isEqualTo(values[9]);
          assertThat(rows.getObject(11, LocalTime.class)).isEqualTo(values[10]);
          assertThat(rows.getObject(12, LocalDateTime.class)).isEqualTo(time);
          assertThat(rows.getObject(13, OffsetDateTime.class)).isEqualTo(values[12]);
          assertThat(rows.getObject(14, UUID.class)).isEqualTo(uuid);
          assertThat((Object[]) rows.getArray(15).getArray()).containsExactly(1, null, 3);
        }
      }
      for (int i = 1; i <= 15; i++) {
        statement.setNull(i, java.sql.Types.NULL);
      }
      try (ResultSet rows = statement.executeQuery()) {
        assertThat(rows.next()).isTrue();
        for (int i = 1; i <= 15; i++) {
          assertThat(rows.getObject(i)).as("column " + i).isNull();
        }
      }
    }
  }

  @Test
  void shouldWriteBatchesAndFetchInPieces() throws Exception {
    try (HikariDataSource pool = pool("");
        Connection connection = pool.getConnection()) {
      execute(connection, "create table batches (id int primary key, name text)");
      try (PreparedStatement insert =
          connection.prepareStatement("insert into batches values (?, ?)")) {
        for (int i = 0; i < 1_000; i++) {
          insert.setInt(1, i);
          insert.setString(2, "name " + i);
          insert.addBatch();
        }
        assertThat(insert.executeBatch()).hasSize(1_000).containsOnly(1);
      }
      connection.setAutoCommit(false);
      try (Statement statement = connection.createStatement()) {
        statement.setFetchSize(64);
        int count = 0;
        try (ResultSet rows = statement.executeQuery("select id from batches order by id")) {
          while (rows.next()) {
            assertThat(rows.getInt(1)).isEqualTo(count++);
          }
        }
        assertThat(count).isEqualTo(1_000);
      }
      connection.commit();
    }
  }

  @Test
  void shouldSupportTransactionsAndSavepoints() throws Exception {
    try (HikariDataSource pool = pool("");
        Connection connection = pool.getConnection()) {
      execute(connection, "create table stored (id int primary key)");
      connection.setAutoCommit(false);
      execute(connection, "insert into stored values (1)");
      Savepoint savepoint = connection.setSavepoint();
      assertThatThrownBy(() -> execute(connection, "insert into stored values (1)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
      assertThatThrownBy(() -> execute(connection, "select 1"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("25P02"));
      connection.rollback(savepoint);
      execute(connection, "insert into stored values (2)");
      connection.commit();
      assertThat(count(connection, "stored")).isEqualTo(2);
      execute(connection, "delete from stored");
      connection.rollback();
      assertThat(count(connection, "stored")).isEqualTo(2);
    }
  }

  @Test
  void shouldPrepareAgainWhenTheColumnsOfAStatementChange() throws Exception {
    try (HikariDataSource pool = pool("prepareThreshold=1");
        Connection connection = pool.getConnection()) {
      execute(connection, "create table altered (id int primary key)");
      execute(connection, "insert into altered values (1)");
      try (PreparedStatement select = connection.prepareStatement("select * from altered")) {
        assertThat(columnCount(select)).isEqualTo(1);
        execute(connection, "alter table altered add name text default 'x'");
        assertThat(columnCount(select)).isEqualTo(2);
        connection.setAutoCommit(false);
        execute(connection, "alter table altered drop name");
        assertThatThrownBy(() -> columnCount(select))
            .isInstanceOfSatisfying(
                SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("0A000"))
            .hasMessageContaining("cached plan must not change result type");
      }
    }
  }

  private static int columnCount(PreparedStatement select) throws SQLException {
    try (ResultSet rows = select.executeQuery()) {
      return rows.getMetaData().getColumnCount();
    }
  }

  /** With a threshold of 1 the driver prepares ROLLBACK with a name in the failed transaction. */
  @Test
  void shouldRollBackAFailedTransactionByAPreparedStatement() throws Exception {
    try (HikariDataSource pool = pool("prepareThreshold=1");
        Connection connection = pool.getConnection()) {
      connection.setAutoCommit(false);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> execute(connection, "select 1 / 0"))
            .hasMessageContaining("division by zero");
        connection.rollback();
        execute(connection, "select 1");
        connection.commit();
      }
    }
  }

  @Test
  void shouldReportThePositionOfAnError() throws Exception {
    try (HikariDataSource pool = pool("");
        Connection connection = pool.getConnection()) {
      assertThatThrownBy(() -> execute(connection, "select nothere"))
          .isInstanceOfSatisfying(
              org.postgresql.util.PSQLException.class,
              e -> {
                assertThat(e.getSQLState()).isEqualTo("42703");
                assertThat(requireNonNull(e.getServerErrorMessage()).getPosition()).isEqualTo(8);
              });
    }
  }

  /** Fields of an error: schema, table, column, data type, constraint. */
  private static List<@Nullable String> objectOf(Statement statement, String sql) {
    try {
      statement.execute(sql);
      return List.of();
    } catch (SQLException e) {
      ServerErrorMessage error = ((PSQLException) e).getServerErrorMessage();
      return Arrays.asList(
          requireNonNull(error).getSchema(),
          error.getTable(),
          error.getColumn(),
          error.getDatatype(),
          error.getConstraint());
    }
  }

  @Test
  void shouldReportTheObjectsThatAnErrorConcerns() throws Exception {
    try (HikariDataSource pool = pool("");
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("create schema \"Of errors\"");
      statement.execute("set search_path = \"Of errors\"");
      statement.execute("create domain small as int check (value < 10)");
      statement.execute("create domain required as int not null");
      statement.execute("create table t (a small primary key, b int not null, check (b > 0))");
      statement.execute("create table r (a int references t)");
      statement.execute("insert into t values (1, 1)");
      statement.execute("insert into r values (1)");
      String schema = "Of errors";
      assertThat(objectOf(statement, "insert into t values (1, 1)"))
          .containsExactly(schema, "t", null, null, "t_pkey");
      assertThat(objectOf(statement, "insert into t values (2, null)"))
          .containsExactly(schema, "t", "b", null, null);
      assertThat(objectOf(statement, "insert into t values (2, 0)"))
          .containsExactly(schema, "t", null, null, "t_b_check");
      assertThat(objectOf(statement, "insert into r values (3)"))
          .containsExactly(schema, "r", null, null, "r_a_fkey");
      assertThat(objectOf(statement, "delete from t"))
          .containsExactly(schema, "r", null, null, "r_a_fkey");
      assertThat(objectOf(statement, "insert into t values (20, 1)"))
          .containsExactly(schema, null, null, "small", "small_check");
      assertThat(objectOf(statement, "select null::required"))
          .containsExactly(schema, null, null, "required", null);
      assertThat(
              objectOf(
                  statement,
                  "do $$ begin raise exception 'x' using schema = 's', table = 't', column = 'c',"
                      + " datatype = 'd', constraint = 'k'; end $$"))
          .containsExactly("s", "t", "c", "d", "k");
      assertThat(objectOf(statement, "select 1 / 0")).containsOnlyNulls();
    }
  }

  @Test
  void shouldCancelStatementsAfterTheirTimeout() throws Exception {
    try (HikariDataSource pool = pool("");
        Connection connection = pool.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("select pg_sleep(0)"); // classes are loaded
      statement.setQueryTimeout(2);
      assertThatThrownBy(() -> statement.executeQuery("select pg_sleep(600)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
      assertThat(connection.isValid(120)).isTrue();
    }
  }

  @Test
  void shouldServeAPoolOfConnections() throws Exception {
    try (HikariDataSource pool = pool("")) {
      for (int i = 0; i < 50; i++) {
        try (Connection connection = pool.getConnection()) {
          connection.setReadOnly(i % 2 == 0);
          assertThat(connection.isValid(120)).isTrue();
          execute(connection, "select " + i);
        }
      }
    }
  }

  /** The driver declares its strings as VARCHAR, and blanks at the end of CHAR have no meaning. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0})
  void shouldCompareCharWithStringParameters(int threshold) throws Exception {
    try (HikariDataSource pool = pool("prepareThreshold=" + threshold);
        Connection connection = pool.getConnection()) {
      execute(connection, "create temporary table padded(c char(3), t text)");
      execute(connection, "insert into padded values ('a', 'a')");
      String sql = "select c = ?, t = ?, pg_typeof(?) from padded where c = ?";
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        for (int i = 1; i <= 4; i++) {
          statement.setString(i, "a  ");
        }
        try (ResultSet rows = statement.executeQuery()) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getBoolean(1)).isTrue();
          assertThat(rows.getBoolean(2)).isFalse();
          assertThat(rows.getString(3)).isEqualTo("character varying");
        }
      }
    }
  }

  @Test
  void shouldEndTheSessionOfAnotherConnection() throws Exception {
    try (HikariDataSource pool = pool("prepareThreshold=0");
        Connection victim = pool.getConnection();
        Connection other = pool.getConnection();
        Statement statement = other.createStatement()) {
      int number = victim.unwrap(PGConnection.class).getBackendPID();
      String terminate = "select pg_terminate_backend(" + number + ", 60000)";
      for (String expected : List.of("t", "f")) {
        try (ResultSet rows = statement.executeQuery(terminate)) {
          assertThat(rows.next()).isTrue();
          assertThat(rows.getString(1)).isEqualTo(expected);
        }
      }
      assertThat(requireNonNull(statement.getWarnings()).getMessage())
          .isEqualTo("PID " + number + " is not a PostgreSQL backend process");
      assertThatThrownBy(() -> execute(victim, "select 1"))
          .isInstanceOfSatisfying(
              PSQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57P01"));
    }
  }

  private static HikariDataSource pool(String parameters) {
    HikariConfig config = new HikariConfig();
    config.setJdbcUrl(server.url() + "?" + parameters);
    config.setUsername("postgres");
    config.setMaximumPoolSize(2);
    config.setConnectionTimeout(300_000);
    config.setValidationTimeout(120_000);
    return new HikariDataSource(config);
  }

  private static void execute(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static int count(Connection connection, String table) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select count(*) from " + table)) {
      assertThat(rows.next()).isTrue();
      return rows.getInt(1);
    }
  }
}
