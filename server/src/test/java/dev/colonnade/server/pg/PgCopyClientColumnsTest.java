package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;

/** COPY FROM STDIN in Parquet: the data of the client are a temporary file first. */
class PgCopyClientColumnsTest {
  private static final int ROWS = 20_000;

  @TempDir private Path folder;

  private PgListenerFixture server;
  private Connection connection;
  private byte[] file;

  @BeforeEach
  void start() throws Exception {
    server =
        PgListenerFixture.start(
            Files.createDirectory(folder.resolve("store")), PgListenerFixture.PATIENT);
    connection = connect("postgres");
    run(
        "create table a (id int primary key, t text, d numeric(9,2), l int[], z timestamptz)",
        "create table b (like a including all)",
        "insert into a select g, case when g % 7 > 0 then 'text ' || g end, g / 4.0,"
            + " array[g, null, -g], '2026-01-01 00:00+00'::timestamptz + g * interval '1 s'"
            + " from generate_series(1, %d) g".formatted(ROWS));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyOut("copy a to stdout (format parquet)", out);
    file = out.toByteArray();
  }

  private Connection connect(String user) throws SQLException {
    return DriverManager.getConnection(server.url() + "?user=" + user);
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    server.close();
  }

  private void run(String... statements) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  private String value(String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getString(1);
    }
  }

  private long copy(byte[] bytes) throws SQLException, IOException {
    return connection
        .unwrap(PGConnection.class)
        .getCopyAPI()
        .copyIn("copy b from stdin (format parquet)", new ByteArrayInputStream(bytes));
  }

  private void assertRefused(byte[] bytes, String sqlState) throws SQLException {
    assertThatThrownBy(() -> copy(bytes))
        .isInstanceOfSatisfying(
            SQLException.class,
            e -> assertThat(e.getSQLState()).as(e.getMessage()).isEqualTo(sqlState));
    assertThat(value("select count(*) from b")).isEqualTo("0");
    assertNoTemporaryFile();
  }

  private void assertNoTemporaryFile() {
    await()
        .atMost(Duration.ofMinutes(1))
        .untilAsserted(
            () -> {
              try (Stream<Path> files = Files.list(folder.resolve("store").resolve("temporary"))) {
                assertThat(files).isEmpty();
              }
            });
  }

  @Test
  void shouldCopyTheRowsOfTheClient() throws Exception {
    assertThat(copy(file)).isEqualTo(ROWS);
    assertThat(value("select count(*) from (table a except table b) d")).isEqualTo("0");
    assertThat(value("select count(*) from (table b except table a) d")).isEqualTo("0");
    assertNoTemporaryFile();
    run("begin", "truncate b");
    assertThat(copy(file)).isEqualTo(ROWS);
    run("rollback");
    assertThat(value("select count(*) from b")).isEqualTo(Integer.toString(ROWS));
  }

  @Test
  void shouldCopyNothingOfDataThatAreCut() throws Exception {
    for (int length : new int[] {0, 1, 4, 8, 12, 100, file.length / 2, file.length - 1}) {
      assertRefused(Arrays.copyOf(file, length), "22P04");
    }
    assertThat(copy(file)).isEqualTo(ROWS);
  }

  @Test
  void shouldCopyNothingOfOtherBytes() throws Exception {
    assertRefused("PAR1, and no Parquet file".getBytes(UTF_8), "22P04");
    Random random = new Random(17);
    byte[] junk = new byte[100_000];
    random.nextBytes(junk);
    assertRefused(junk, "22P04");
    byte[] changed = file.clone();
    changed[file.length / 2] ^= 1;
    assertRefused(changed, "22P04");
    byte[] longFooter = file.clone();
    Arrays.fill(longFooter, file.length - 8, file.length - 4, (byte) 0x7F);
    assertRefused(longFooter, "22P04");
  }

  @Test
  void shouldObeyTheLimitOfTemporaryFiles() throws Exception {
    run("set temp_file_limit = '64kB'");
    assertThat(file.length).isGreaterThan(64 << 10);
    assertRefused(file, "53400");
    run("reset temp_file_limit");
    assertThat(copy(file)).isEqualTo(ROWS);
  }

  @Test
  void shouldDeleteTheFileWhenTheClientFailsOrIsGone() throws Exception {
    CopyIn failing =
        connection
            .unwrap(PGConnection.class)
            .getCopyAPI()
            .copyIn("copy b from stdin (format parquet)");
    failing.writeToCopy(file, 0, file.length / 2);
    failing.flushCopy();
    assertThatThrownBy(
            () -> {
              failing.cancelCopy();
              failing.endCopy();
            })
        .isInstanceOf(SQLException.class);
    assertNoTemporaryFile();
    Connection other = connect("postgres");
    CopyIn gone =
        other.unwrap(PGConnection.class).getCopyAPI().copyIn("copy b from stdin (format parquet)");
    gone.writeToCopy(file, 0, file.length / 2);
    gone.flushCopy();
    other.abort(Runnable::run);
    assertNoTemporaryFile();
    assertThat(value("select count(*) from b")).isEqualTo("0");
  }

  @Test
  void shouldRefuseTheCopyBeforeTheDataAreSent() throws Exception {
    run("create role reader login", "grant select on b to reader");
    try (Connection reader = connect("reader")) {
      assertThatThrownBy(
              () ->
                  reader
                      .unwrap(PGConnection.class)
                      .getCopyAPI()
                      .copyIn("copy b from stdin (format parquet)"))
          .isInstanceOfSatisfying(
              SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("42501"));
    }
    assertNoTemporaryFile();
  }
}
