package dev.colonnade.server.pg;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyIn;
import org.postgresql.copy.CopyManager;
import org.postgresql.copy.CopyOut;

/** Tests of {@code pg_stat_progress_copy}. */
class PgCopyProgressTest {
  private static final int BATCH_ROWS = 2_000;
  private static final Duration WAIT = Duration.ofSeconds(20);

  private static final Pattern SENT = Pattern.compile("- COPY TO PIPE 0 ([1-9]\\d*) 0 ([1-9]\\d*)");

  private PgListenerFixture server;
  private Connection connection;
  private Connection observer;
  private CopyManager copy;

  @BeforeEach
  void start(@TempDir Path folder) throws SQLException {
    server = PgListenerFixture.start(folder, PgListenerFixture.PATIENT);
    Properties properties = new Properties();
    properties.put("user", "postgres");
    connection = DriverManager.getConnection(server.url(), properties);
    observer = DriverManager.getConnection(server.url(), properties);
    copy = connection.unwrap(PGConnection.class).getCopyAPI();
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table c (id int primary key, name text)");
    }
  }

  @AfterEach
  void stop() throws SQLException {
    connection.close();
    observer.close();
    server.close();
  }

  /** Returns the only row of the view; empty if there is none. */
  private String progress() throws SQLException {
    try (Statement statement = observer.createStatement();
        ResultSet rows =
            statement.executeQuery(
                """
                select concat_ws(' ', relid::regclass, command, type, bytes_total,
                                 tuples_processed, tuples_excluded, bytes_processed)
                from pg_stat_progress_copy\
                """)) {
      String row = rows.next() ? rows.getString(1) : "";
      assertThat(rows.next()).isFalse();
      return row;
    }
  }

  private void await(String expected) throws Exception {
    long start = System.nanoTime();
    while (!progress().equals(expected) && System.nanoTime() - start < WAIT.toNanos()) {
      Thread.sleep(5);
    }
    assertThat(progress()).isEqualTo(expected);
  }

  @Test
  void shouldShowRowsAndBytesThatAreWritten() throws Exception {
    CopyIn in = copy.copyIn("copy c from stdin where id % 4 <> 0");
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < BATCH_ROWS; i++) {
      lines.append(i).append("\tname\n");
    }
    byte[] bytes = (lines + "9000\tlater").getBytes(UTF_8);
    in.writeToCopy(bytes, 0, bytes.length);
    in.flushCopy();
    await("c COPY FROM PIPE 0 1500 500 " + bytes.length);
    in.writeToCopy(new byte[] {'\n'}, 0, 1);
    assertThat(in.endCopy()).isEqualTo(1500);
    assertThat(progress()).isEmpty();
  }

  @Test
  void shouldShowNoCopyThatHasFailed() throws Exception {
    CopyIn in = copy.copyIn("copy c from stdin");
    await("c COPY FROM PIPE 0 0 0 0");
    in.cancelCopy();
    assertThat(progress()).isEmpty();
  }

  @Test
  void shouldShowRowsAndBytesThatAreSent() throws Exception {
    CopyOut out =
        copy.copyOut("copy (select repeat('x', 9999) from generate_series(1, 9000)) to stdout");
    long start = System.nanoTime();
    while (!SENT.matcher(progress()).matches() && System.nanoTime() - start < WAIT.toNanos()) {
      Thread.sleep(5);
    }
    Matcher row = SENT.matcher(progress());
    assertThat(row.matches()).isTrue();
    assertThat(Long.parseLong(row.group(2))).isEqualTo(Long.parseLong(row.group(1)) * 10_000);
    while (out.readFromCopy() != null) {
      assertThat(out.isActive()).isTrue();
    }
    assertThat(out.getHandledRowCount()).isEqualTo(9000);
    assertThat(progress()).isEmpty();
  }
}
