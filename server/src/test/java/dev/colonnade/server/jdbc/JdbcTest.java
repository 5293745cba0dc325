package dev.colonnade.server.jdbc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.jdbc.error.ServerError;
import dev.colonnade.server.Server;
import dev.colonnade.server.TestServers;
import java.nio.file.Path;
import java.sql.BatchUpdateException;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLWarning;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Types;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Tests of statements, results, batches and transactions with a real server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class JdbcTest {
  private Server server;
  private Connection connection;

  @BeforeAll
  void start(@TempDir Path folder) {
    server = TestServers.start(folder);
  }

  @AfterAll
  void stop() {
    server.close();
  }

  @BeforeEach
  void connect() throws SQLException {
    connection = open();
    run("DROP TABLE IF EXISTS t");
    run("CREATE TABLE t (id BIGINT PRIMARY KEY, name TEXT, n INTEGER)");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  private Connection open() throws SQLException {
    int port = server.nativeAddress().getPort();
    return DriverManager.getConnection("jdbc:colonnade://127.0.0.1:" + port + "/colonnade");
  }

  private int run(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      return statement.executeUpdate(sql);
    }
  }

  private String single(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getString(1);
    }
  }

  @Test
  void shouldReportNoticesAndWarningsOfDoBlocks() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DO $$ BEGIN RAISE NOTICE 'one %', 1; RAISE WARNING 'two'; END $$");
      SQLWarning first = requireNonNull(statement.getWarnings());
      assertThat(first.getMessage()).isEqualTo("one 1");
      assertThat(first.getSQLState()).isEqualTo("00000");
      assertThat(requireNonNull(first.getNextWarning()).getMessage()).isEqualTo("two");
      assertThatThrownBy(() -> statement.execute("DO $$ BEGIN PERFORM 1/0; END $$"))
          .cause()
          .isInstanceOfSatisfying(
              ServerError.class,
              error ->
                  assertThat(error.context())
                      .contains(
                          "SQL statement \"SELECT 1/0\"\n"
                              + "PL/pgSQL function inline_code_block line 1 at PERFORM"));
    }
  }

  @Test
  void shouldInsertReadUpdateAndDelete() throws SQLException {
    assertThat(run("INSERT INTO t VALUES (1, 'one', 10), (2, 'two', NULL)")).isEqualTo(2);
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id, name, n FROM t ORDER BY id")) {
      assertThat(rows.next()).isTrue();
      assertThat(rows.getLong(1)).isEqualTo(1);
      assertThat(rows.getString("NAME")).isEqualTo("one");
      assertThat(rows.getInt("n")).isEqualTo(10);
      assertThat(rows.wasNull()).isFalse();
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(3)).isZero();
      assertThat(rows.wasNull()).isTrue();
      assertThat(rows.getObject(3)).isNull();
      assertThat(rows.next()).isFalse();
      assertThat(rows.next()).isFalse();
    }
    assertThat(run("UPDATE t SET n = 5 WHERE id = 2")).isEqualTo(1);
    assertThat(run("DELETE FROM t")).isEqualTo(2);
    assertThat(single("SELECT count(*) FROM t")).isEqualTo("0");
  }

  @Test
  void shouldReuseAPreparedStatement() throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)");
        PreparedStatement select = connection.prepareStatement("SELECT name FROM t WHERE id = ?")) {
      for (int i = 0; i < 50; i++) {
        insert.setInt(1, i);
        insert.setString(2, "name " + i);
        insert.setObject(3, i % 2 == 0 ? null : i);
        assertThat(insert.executeUpdate()).isEqualTo(1);
      }
      for (int i = 0; i < 50; i++) {
        select.setLong(1, i);
        try (ResultSet row = select.executeQuery()) {
          assertThat(row.next()).isTrue();
          assertThat(row.getString(1)).isEqualTo("name " + i);
          assertThat(row.next()).isFalse();
        }
      }
      assertThat(select.getParameterMetaData().getParameterTypeName(1)).isEqualTo("int8");
      assertThat(select.getMetaData().getColumnLabel(1)).isEqualTo("name");
      select.clearParameters();
      assertThatThrownBy(select::executeQuery).hasMessageContaining("parameter 1");
    }
  }

  @Test
  void shouldSendABatchOfRowsAtOnce() throws SQLException {
    int rows = 25_000; // more than fit into one request
    try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
      for (int i = 0; i < rows; i++) {
        insert.setLong(1, i);
        insert.setString(2, "x");
        insert.setInt(3, i);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).hasSize(rows).containsOnly(1);
    }
    assertThat(single("SELECT count(*) FROM t")).isEqualTo(Integer.toString(rows));
    assertThat(connection.getAutoCommit()).isTrue();
  }

  @Test
  void shouldRollBackABatchThatFails() throws SQLException {
    run("INSERT INTO t VALUES (2, 'there', 0)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO t VALUES (?, 'x', 0)")) {
      for (int i = 0; i < 5; i++) {
        insert.setLong(1, i);
        insert.addBatch();
      }
      assertThatThrownBy(insert::executeBatch)
          .isInstanceOfSatisfying(
              BatchUpdateException.class,
              failure -> {
                assertThat(failure.getSQLState()).isEqualTo("23505");
                assertThat(failure.getUpdateCounts())
                    .hasSize(5)
                    .containsOnly(Statement.EXECUTE_FAILED);
              });
    }
    assertThat(single("SELECT count(*) FROM t")).isEqualTo("1");
    try (Statement batch = connection.createStatement()) {
      batch.addBatch("INSERT INTO t VALUES (10, 'x', 0), (11, 'x', 0)");
      batch.addBatch("DELETE FROM t WHERE id = 10");
      assertThat(batch.executeBatch()).containsExactly(2, 1);
    }
  }

  @Test
  void shouldMapErrorsToExceptionClasses() throws SQLException {
    run("INSERT INTO t VALUES (1, 'x', 0)");
    assertThatThrownBy(() -> run("INSERT INTO t VALUES (1, 'x', 0)"))
        .isInstanceOf(SQLIntegrityConstraintViolationException.class)
        .hasFieldOrPropertyWithValue("SQLState", "23505")
        .cause()
        .isInstanceOf(ServerError.class);
    assertThatThrownBy(() -> run("SELEC 1"))
        .isInstanceOf(SQLSyntaxErrorException.class)
        .satisfies(
            failure ->
                assertThat(failure.getCause())
                    .isInstanceOfSatisfying(
                        ServerError.class, error -> assertThat(error.position()).isEqualTo(1)));
    assertThatThrownBy(() -> single("SELECT nosuch FROM t"))
        .hasFieldOrPropertyWithValue("SQLState", "42703");
    assertThatThrownBy(() -> single("SELECT 1 / (n - n) FROM t"))
        .hasFieldOrPropertyWithValue("SQLState", "22012");
    assertThat(single("SELECT 1")).isEqualTo("1");
  }

  @Test
  void shouldCommitAndRollBack() throws SQLException {
    connection.setAutoCommit(false);
    run("INSERT INTO t VALUES (1, 'x', 0)");
    try (Connection other = open();
        Statement statement = other.createStatement();
        ResultSet count = statement.executeQuery("SELECT count(*) FROM t")) {
      assertThat(count.next()).isTrue();
      assertThat(count.getLong(1)).isZero();
    }
    connection.commit();
    run("INSERT INTO t VALUES (2, 'x', 0)");
    Savepoint savepoint = connection.setSavepoint();
    run("INSERT INTO t VALUES (3, 'x', 0)");
    connection.rollback(savepoint);
    Savepoint named = connection.setSavepoint("mine");
    connection.releaseSavepoint(named);
    connection.commit();
    run("DELETE FROM t");
    connection.rollback();
    connection.setAutoCommit(true);
    assertThat(single("SELECT count(*) FROM t")).isEqualTo("2");
  }

  @Test
  void shouldRefuseEverythingInAFailedTransaction() throws SQLException {
    connection.setAutoCommit(false);
    run("INSERT INTO t VALUES (1, 'x', 0)");
    assertThatThrownBy(() -> run("SELECT nosuch")).isInstanceOf(SQLSyntaxErrorException.class);
    assertThatThrownBy(() -> run("INSERT INTO t VALUES (2, 'x', 0)"))
        .hasFieldOrPropertyWithValue("SQLState", "25P02");
    assertThatThrownBy(() -> connection.commit()).hasFieldOrPropertyWithValue("SQLState", "25P02");
    connection.setAutoCommit(true);
    assertThat(single("SELECT count(*) FROM t")).isEqualTo("0");
  }

  @Test
  void shouldReturnGeneratedKeys() throws SQLException {
    run("DROP TABLE IF EXISTS k");
    run("CREATE TABLE k (id BIGINT PRIMARY KEY, v TEXT)");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO k VALUES (?, 'x')", new String[] {"id"})) {
      insert.setLong(1, 1);
      assertThat(insert.executeUpdate()).isEqualTo(1);
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong("id")).isEqualTo(1);
        assertThat(keys.next()).isFalse();
      }
      for (long id : new long[] {2, 3}) {
        insert.setLong(1, id);
        insert.addBatch();
      }
      assertThat(insert.executeBatch()).containsExactly(1, 1);
      try (ResultSet keys = insert.getGeneratedKeys()) {
        assertThat(keys.next()).isTrue();
        assertThat(keys.next()).isTrue();
        assertThat(keys.getLong(1)).isEqualTo(3);
      }
    }
  }

  @Test
  void shouldRunSeveralStatementsOfOnePreparedText() throws SQLException {
    try (PreparedStatement both =
        connection.prepareStatement(
            "INSERT INTO t VALUES (1, 'a;b', 1); -- done;\nSELECT name FROM t")) {
      assertThat(both.execute()).isFalse();
      assertThat(both.getUpdateCount()).isEqualTo(1);
      assertThat(both.getMoreResults()).isTrue();
      try (ResultSet rows = both.getResultSet()) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo("a;b");
      }
    }
  }

  @Test
  void shouldConnectToTheNextServerIfOneFails() throws SQLException {
    int port = server.nativeAddress().getPort();
    String url = "jdbc:colonnade://127.0.0.1:1,127.0.0.1:" + port + "/colonnade";
    try (Connection other = DriverManager.getConnection(url)) {
      assertThat(other.isValid(60)).isTrue();
    }
  }

  @Test
  void shouldRunScalarFunctionEscapes() throws SQLException {
    assertThat(single("SELECT {fn ucase({fn concat('a', 'b')})}")).isEqualTo("AB");
    assertThat(single("SELECT {fn ifnull(NULL, 'x')}")).isEqualTo("x");
    assertThat(single("SELECT {fn locate('b', 'abc')}")).isEqualTo("2");
    assertThat(single("SELECT {fn dayofmonth({d '2024-02-29'})}")).isEqualTo("29");
    assertThat(single("SELECT {fn timestampadd(SQL_TSI_DAY, 1, {ts '2024-02-29 01:02:03'})}"))
        .isEqualTo("2024-03-01 01:02:03");
    assertThat(single("SELECT {fn timestampdiff(SQL_TSI_DAY, {d '2024-02-28'}, {d '2024-03-01'})}"))
        .isEqualTo("2");
    assertThat(
            single("SELECT {fn timestampdiff(SQL_TSI_MONTH, {d '2024-03-01'}, {d '2024-01-15'})}"))
        .isEqualTo("-1");
    assertThat(single("SELECT {fn insert('abc', 1, 1, 'x')} || {fn convert(1, SQL_VARCHAR)}"))
        .isEqualTo("xbc1");
    assertThat(single("SELECT {fn database()}")).isEqualTo("colonnade");
  }

  @Test
  void shouldCallFunctions() throws SQLException {
    try (CallableStatement call = connection.prepareCall("{? = call length(?)}")) {
      assertThatThrownBy(call::execute).hasMessageContaining("not registered");
      call.registerOutParameter(1, Types.BIGINT);
      assertThatThrownBy(() -> call.getInt(1)).hasMessageContaining("has not been executed");
      assertThatThrownBy(() -> call.setString(1, "x"))
          .hasMessageContaining("is an output parameter");
      assertThatThrownBy(() -> call.registerOutParameter(2, Types.INTEGER))
          .hasMessageContaining("is not an output parameter");
      assertThatThrownBy(() -> call.getInt("length"))
          .isInstanceOf(SQLFeatureNotSupportedException.class);
      call.setString(2, "three");
      assertThat(call.execute()).isFalse();
      assertThat(call.getResultSet()).isNull();
      assertThat(call.getInt(1)).isEqualTo(5);
      assertThat(call.getObject(1)).isEqualTo(5L);
      assertThat(call.wasNull()).isFalse();
      call.setNull(2, Types.VARCHAR);
      call.execute();
      assertThat(call.getString(1)).isNull();
      assertThat(call.wasNull()).isTrue();
    }
    try (CallableStatement call = connection.prepareCall("{call upper(?)}")) {
      call.setString(1, "a");
      try (ResultSet row = call.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getString("result")).isEqualTo("A");
      }
    }
  }

  @Test
  void shouldReadDoubleQuestionMarksAsSingleOnes() throws SQLException {
    try (PreparedStatement select =
        connection.prepareStatement("SELECT CAST('{\"a?\": 1}' AS jsonb) ?? ?, 'a??'")) {
      select.setString(1, "a?");
      try (ResultSet row = select.executeQuery()) {
        assertThat(row.next()).isTrue();
        assertThat(row.getBoolean(1)).isTrue();
        assertThat(row.getString(2)).isEqualTo("a??");
      }
    }
  }

  @Test
  void shouldReportTheSqlStatesOfInvalidCalls() throws SQLException {
    assertState("25P01", () -> connection.setSavepoint());
    assertState("0100E", () -> run("SELECT 1"));
    try (Statement statement = connection.createStatement()) {
      assertState("02000", () -> statement.executeQuery("DELETE FROM t"));
      try (ResultSet row = statement.executeQuery("SELECT 1 AS a")) {
        assertState("24000", () -> row.getInt(1));
        assertState("24000", row::previous);
        assertThat(row.next()).isTrue();
        assertState("42703", () -> row.getInt("b"));
      }
    }
  }

  private static void assertState(String state, ThrowableAssert.ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(SQLException.class)
        .hasFieldOrPropertyWithValue("SQLState", state);
  }

  @Test
  void shouldUseTheConfiguredTimeZone() throws SQLException {
    int port = server.nativeAddress().getPort();
    String url = "jdbc:colonnade://127.0.0.1:" + port + "/colonnade?timeZone=";
    try (Connection other = DriverManager.getConnection(url + "Asia/Tokyo");
        Statement statement = other.createStatement();
        ResultSet row =
            statement.executeQuery(
                "SELECT CAST(CAST('2024-01-01 20:00+00' AS TIMESTAMPTZ) AS DATE)")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getString(1)).isEqualTo("2024-01-02");
    }
    assertState("22023", () -> DriverManager.getConnection(url + "Nowhere").close());
  }

  @Test
  void shouldStoreLargeObjects() throws SQLException {
    run("DROP TABLE IF EXISTS lobs");
    run("CREATE TABLE lobs (id INTEGER PRIMARY KEY, b BYTEA, c TEXT)");
    java.sql.Blob blob = connection.createBlob();
    blob.setBytes(1, new byte[] {1, 2, 3});
    java.sql.Clob clob = connection.createClob();
    clob.setString(1, "long text");
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO lobs VALUES (1, ?, ?)")) {
      insert.setBlob(1, blob);
      insert.setClob(2, clob);
      assertThat(insert.executeUpdate()).isEqualTo(1);
    }
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery("SELECT b, c FROM lobs")) {
      assertThat(row.next()).isTrue();
      assertThat(row.getBlob(1).getBytes(1, 3)).containsExactly(1, 2, 3);
      assertThat(row.getClob("c").getSubString(1, 4)).isEqualTo("long");
    }
  }

  @Test
  void shouldReturnTheResultsOfSeveralStatements() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      boolean hasRows =
          statement.execute(
              "INSERT INTO t VALUES (1, 'a', 1), (2, 'b', 2); SELECT id FROM t ORDER BY id;"
                  + " DELETE FROM t");
      assertThat(hasRows).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(2);
      assertThat(statement.getMoreResults()).isTrue();
      try (ResultSet rows = statement.getResultSet()) {
        assertThat(rows.next()).isTrue();
      }
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(2);
      assertThat(statement.getMoreResults()).isFalse();
      assertThat(statement.getUpdateCount()).isEqualTo(-1);
    }
  }
}
