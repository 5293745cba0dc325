package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.Reader;
import java.io.StringReader;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PSQLException;

/** A COPY FROM that fails, is canceled or refused leaves no row, and no effect of its query. */
final class PgCopyAtomicityTest {
  @TempDir private static Path folder;

  @SuppressWarnings("NullAway.Init") // before all tests
  private static PgListenerFixture server;

  private Connection connection;
  private CopyManager copy;

  @BeforeAll
  static void start() {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void connect() throws SQLException {
    Properties properties = new Properties();
    properties.put("user", "postgres");
    connection = DriverManager.getConnection(server.url(), properties);
    copy = connection.unwrap(PGConnection.class).getCopyAPI();
    execute("drop table if exists c");
    execute("create table c (id int primary key, name text, amount numeric(10,2) default 7)");
  }

  @AfterEach
  void disconnect() throws SQLException {
    connection.close();
  }

  /** More rows than are kept in memory, with the error in the last one. */
  @Test
  void shouldKeepNoRowOfALargeCopyWithAnError() throws Exception {
    int count = 300_000;
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < count; i++) {
      rows.append(i).append('\t').append("name ".repeat(20)).append("\t1\n");
    }
    rows.append("x\tname\t1\n");
    Reader reader = new StringReader(rows.toString());
    assertThatThrownBy(() -> copy.copyIn("copy c from stdin", reader))
        .isInstanceOfSatisfying(
            PSQLException.class,
            e -> {
              assertThat(e.getSQLState()).isEqualTo("22P02");
              assertThat(requireNonNull(e.getServerErrorMessage()).getWhere())
                  .isEqualTo("COPY c, line %d, column id: \"x\"".formatted(count + 1));
            });
    assertThat(value("select count(*) from c")).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "begin"})
  void shouldStopACopyThatAnotherSessionCancels(String begin) throws Exception {
    if (!begin.isEmpty()) {
      execute(begin);
    }
    String pid = value("select pg_backend_pid()");
    CopyIn in = copy.copyIn("copy c from stdin");
    try (Connection other = DriverManager.getConnection(server.url(), "postgres", "");
        Statement cancel = other.createStatement()) {
      for (int i = 0; i < 10_000; i++) { // some batches, and a part of one
        byte[] row = (i + "\tone\t1\n").getBytes(UTF_8);
        in.writeToCopy(row, 0, row.length);
      }
      in.flushCopy();
      cancel.execute("select pg_cancel_backend(" + pid + ")");
    }
    assertThatThrownBy(in::endCopy)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("57014"));
    if (!begin.isEmpty()) {
      execute("rollback");
    }
    assertThat(value("select count(*) from c")).isEqualTo("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"copy c from stdin", "insert into c values (-1); copy c from stdin"})
  void shouldRollBackACopyThatTheClientCancels(String sql) throws Exception {
    try (RawPgClient client = RawPgClient.login(server.port(), "postgres")) {
      client.send('Q', sql);
      client.until('G');
      for (int i = 0; i < 10_000; i++) { // some batches, and a part of one
        client.send('d', (i + "\tone\t1\n").getBytes(UTF_8));
      }
      client.send('f', "no more");
      assertThat(client.texts()).first().asString().startsWith("E 57014 COPY from stdin failed");
      assertThat(client.query("select count(*) from c")).contains("D 0");
    }
  }

  @Test
  void shouldRefuseACopyBeforeItsRows() throws Exception {
    execute("drop role if exists reader");
    execute("create role reader");
    try (RawPgClient client = RawPgClient.login(server.port(), "postgres")) {
      client.query("set role reader");
      assertThat(client.query("copy c from stdin"))
          .containsExactly("E 42501 permission denied for table c", "Z I");
      client.query("reset role");
      client.query("begin read only");
      assertThat(client.query("copy c from stdin"))
          .containsExactly("E 25006 cannot execute COPY FROM in a read-only transaction", "Z E");
    }
    execute("drop role reader");
  }

  private void execute(String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private String value(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }
}
