package dev.colonnade.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.copy.CopyIn;
import org.postgresql.core.BaseConnection;

/**
 * Kill of a server while sessions have temporary tables, open transactions, an index build, a COPY
 * and analyses in progress: all acknowledged changes are present afterwards, all others left no
 * trace.
 */
@Tag("integration")
@Timeout(600)
final class SqlKillTest {
  private static final Pattern READY =
      Pattern.compile("native 127\\.0\\.0\\.1:(\\d+) .* pg 127\\.0\\.0\\.1:(\\d+) ");

  private static final int ROWS = 20_000;
  private static final int WRITES = 40;
  private static final int COPIED_ROWS = 3_000;

  /** Settings by which tables are analyzed all the time. */
  private static final Map<String, String> ANALYZING =
      Map.of(
          "COLONNADE_ANALYZE_INTERVAL", "10 ms",
          "COLONNADE_ANALYZE_THRESHOLD", "0",
          "COLONNADE_ANALYZE_SCALE_PERCENT", "0");

  private static final String LOCK_NOT_AVAILABLE = "55P03";

  /** Number of rows that are never committed. */
  private static final int UNCOMMITTED = -1;

  @TempDir private Path folder;

  @Test
  void shouldLeaveNoTraceOfUnfinishedWork() throws Exception {
    AtomicInteger acknowledged = new AtomicInteger();
    List<Thread> busy = new ArrayList<>();
    try (ServerChildProcess child =
        ServerChildProcess.run(
            folder,
            ANALYZING,
            "start",
            "--store=" + store(),
            "--native-port=0",
            "--http-port=0",
            "--pg-port=0")) {
      Matcher ports = READY.matcher(String.valueOf(child.line()));
      assertThat(ports.find()).isTrue();
      String url = "jdbc:colonnade://127.0.0.1:" + ports.group(1) + "/colonnade?connectTimeout=120";
      try (Connection making = DriverManager.getConnection(url)) {
        run(
            making,
            "create table written (id int primary key, v int)",
            "create table built (id int primary key, v int)",
            "create table held (id int primary key, v int)",
            "create table copied (id int primary key, v int)",
            "insert into built select g, g % 100 from generate_series(1, " + ROWS + ") g",
            "insert into held select g, g from generate_series(1, 1000) g");
      }
      try (Connection temporary = DriverManager.getConnection(url);
          Connection open = DriverManager.getConnection(url);
          Connection copying = DriverManager.getConnection(pgUrl(ports.group(2)), "postgres", "")) {
        run(
            temporary,
            "create temp table fleeting (id int primary key, v int)",
            "insert into fleeting select g, g from generate_series(1, 1000) g",
            "create index on fleeting (v)");
        run(
            open,
            "begin",
            "insert into written select -g, " + UNCOMMITTED + " from generate_series(1, 2000) g",
            "update held set v = " + UNCOMMITTED + " where id <= 500",
            "create table never (id int primary key)");
        beginCopy(copying);
        CountDownLatch written = new CountDownLatch(WRITES);
        busy.add(Thread.ofPlatform().daemon().start(() -> buildIndexes(url)));
        busy.add(Thread.ofPlatform().daemon().start(() -> write(url, acknowledged, written)));
        assertThat(written.await(120, TimeUnit.SECONDS)).isTrue();
        child.kill();
        child.status();
        assertThatThrownBy(() -> run(open, "commit")).isInstanceOf(SQLException.class);
      } catch (SQLException closing) {
        assertThat(child.status()).as("connections to a dead server").isNotZero();
      }
    } finally {
      for (Thread thread : busy) {
        thread.join(TimeUnit.SECONDS.toMillis(120));
      }
    }
    assertConsistent();
    try (Server server = TestServers.start(store());
        Connection connection =
            DriverManager.getConnection(
                "jdbc:colonnade://127.0.0.1:"
                    + server.nativeAddress().getPort()
                    + "/colonnade?connectTimeout=120")) {
      assertAcknowledgedRows(connection, acknowledged.get());
      assertNothingElse(connection);
    }
    assertConsistent();
  }

  private static void beginCopy(Connection connection) throws SQLException {
    connection.setAutoCommit(
        false); // part of a transaction: none of its rows is visible before the commit
    CopyIn copy =
        connection.unwrap(BaseConnection.class).getCopyAPI().copyIn("copy copied from stdin");
    for (int i = 0; i < COPIED_ROWS; i++) {
      byte[] row = (i + "\t" + UNCOMMITTED + "\n").getBytes(UTF_8);
      copy.writeToCopy(row, 0, row.length);
    }
    copy.flushCopy();
  }

  private static void write(String url, AtomicInteger acknowledged, CountDownLatch written) {
    try (Connection connection = DriverManager.getConnection(url)) {
      while (!connection.isClosed()) {
        int id = acknowledged.get() + 1;
        if (isWritten(connection, id)) {
          acknowledged.set(id);
          written.countDown();
        }
      }
    } catch (SQLException killed) {
      assertThat(killed.getSQLState()).startsWith("08");
    }
  }

  /** Returns whether a row was written; false after a conflict with DDL, to be retried. */
  private static boolean isWritten(Connection connection, int id) throws SQLException {
    try {
      run(connection, "insert into written values (" + id + ", " + id + ")");
      return true;
    } catch (SQLTransactionRollbackException lost) {
      return false;
    }
  }

  /** Repeatedly builds an index, which waits for the open transaction. */
  private static void buildIndexes(String url) {
    try (Connection connection = DriverManager.getConnection(url)) {
      for (int i = 0; true; i++) {
        buildIndex(connection, "built_" + i);
      }
    } catch (SQLException killed) {
      assertThat(killed.getSQLState()).startsWith("08");
    }
  }

  private static void buildIndex(Connection connection, String name) throws SQLException {
    try {
      run(connection, "create index " + name + " on built (v, id)");
      run(connection, "drop index " + name);
    } catch (SQLException refused) {
      if (!LOCK_NOT_AVAILABLE.equals(refused.getSQLState())) {
        throw refused;
      }
    }
  }

  private static void assertAcknowledgedRows(Connection connection, int acknowledged)
      throws SQLException {
    assertThat(number(connection, "select count(*) from written where id <= " + acknowledged))
        .isEqualTo(acknowledged);
    assertThat(number(connection, "select count(*) from written"))
        .as("at most one that was in progress")
        .isBetween(acknowledged, acknowledged + 1);
    assertThat(number(connection, "select count(*) from built")).isEqualTo(ROWS);
  }

  private static void assertNothingElse(Connection connection) throws SQLException {
    for (String table : List.of("written", "held", "copied")) {
      String sql = "select count(*) from " + table + " where v = " + UNCOMMITTED;
      assertThat(number(connection, sql)).as(table).isZero();
    }
    assertThat(
            number(
                connection,
                "select count(*) from pg_class where relname in ('fleeting', 'never')"
                    + " or relnamespace in (select oid from pg_namespace"
                    + " where nspname like 'pg_temp_%')"))
        .isZero();
    run(
        connection,
        "create index again on built (v)",
        "create table never (id int primary key)",
        "create temp table fleeting (id int)",
        "update held set v = v + 1 where id <= 500");
    assertThat(number(connection, "select count(*) from built where v = 50"))
        .isEqualTo(number(connection, "select count(*) from built where v + 0 = 50"));
  }

  private void assertConsistent() {
    StringWriter report = new StringWriter();
    int status =
        Main.commandLine()
            .setOut(new PrintWriter(report))
            .setErr(new PrintWriter(report))
            .execute("check", "--store", store().toString());
    assertThat(status).as(report.toString()).isZero();
  }

  private Path store() {
    return folder.resolve("store");
  }

  private static String pgUrl(String port) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/colonnade?sslmode=disable";
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getInt(1);
    }
  }

  private static void run(Connection connection, String... texts) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String text : texts) {
        statement.execute(text);
      }
    }
  }
}
