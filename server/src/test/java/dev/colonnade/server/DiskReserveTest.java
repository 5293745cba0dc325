package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Server processes on a disk that is full: a small tmpfs, if the test is allowed to mount one. The
 * reserve is 6 MiB of 64.
 */
@Tag("integration")
@EnabledOnOs(OS.LINUX)
@Timeout(600)
final class DiskReserveTest {
  private static final int ROWS = 2_000;
  private static final int STATEMENTS_MAX = 1_000;
  private static final Duration WAIT = Duration.ofMinutes(1);
  private static final Map<String, String> SETTINGS =
      Map.of(
          "COLONNADE_STORE_BLOCK_CACHE", "8 MiB",
          "COLONNADE_STORE_WRITE_BUFFER", "1 MiB",
          "COLONNADE_STORE_DISK_RESERVE", "6 MiB",
          "COLONNADE_STORE_LOG_MAX", "4 MiB");

  @TempDir private Path folder;
  private Path disk = Path.of("");
  private Path scratch = Path.of("");

  @BeforeEach
  void mount() throws Exception {
    disk = Files.createDirectory(folder.resolve("disk"));
    scratch = Files.createDirectory(folder.resolve("scratch"));
    assumeTrue(
        isRun("mount", "-t", "tmpfs", "-o", "size=64m", "tmpfs", disk.toString()),
        "a tmpfs cannot be mounted here");
  }

  @AfterEach
  void unmount() throws Exception {
    isRun("umount", "-l", disk.toString());
  }

  @Test
  void shouldFreeSpaceByDeletingAndTruncatingOnAFullDisk() throws Exception {
    try (Running server = start();
        Connection connection = server.connect()) {
      createTables(connection);
      assertThat(server.health()).contains("\"state\" : \"ok\"", "\"reserved_bytes\" : 6291456");
      int rows = fill(connection, server);
      assertThat(run(connection, "update big set t = t || 'x' where id = 1")).isEqualTo("53100");
      assertThat(run(connection, "insert into small values (1)")).isEqualTo("53100");
      assertThat(run(connection, "create table copied as select * from big")).isEqualTo("53100");
      assertThat(run(connection, "create index on big (t)")).isEqualTo("53100");
      assertThat(run(connection, "delete from big where id < 100")).isEmpty();
      assertThat(number(connection, "select count(*) from big")).isEqualTo(rows - 100);
      assertThat(number(connection, "select max(nextval('numbers')) from generate_series(1, 9999)"))
          .isEqualTo(9_999);
      assertThat(run(connection, "truncate big")).isEmpty();
      awaitInsert(connection);
      assertThat(server.health()).contains("\"writable\" : true", "\"state\" : \"ok\"");
      assertThat(disk.resolve("store/RESERVE")).hasSize(6 << 20);
      assertThat(number(connection, "select count(*) from big")).isZero();
    }
  }

  @Test
  void shouldStartAfterAKillOnAFullDiskAndDropTables() throws Exception {
    int rows;
    try (Running server = start();
        Connection connection = server.connect()) {
      createTables(connection);
      rows = fill(connection, server);
      server.kill();
    }
    fillBut(4, disk.resolve("ballast"));
    try (Running server = start();
        Connection connection = server.connect()) {
      assertThat(number(connection, "select count(*) from big")).isEqualTo(rows);
      assertThat(server.health()).contains("\"writable\" : false", "\"state\" : \"full\"");
      assertThat(run(connection, "insert into small values (1)")).isEqualTo("53100");
      assertThat(run(connection, "drop table big")).isEmpty();
      awaitInsert(connection);
    }
  }

  @Test
  void shouldBeReadOnlyUntilThereIsSpaceIfStartedWithoutAny() throws Exception {
    int rows;
    try (Running server = start();
        Connection connection = server.connect()) {
      createTables(connection);
      rows = fill(connection, server);
      server.kill();
    }
    Path ballast = disk.resolve("ballast");
    fillBut(0, ballast);
    try (Running server = start();
        Connection connection = server.connect()) {
      assertThat(number(connection, "select count(*) from big")).isEqualTo(rows);
      assertThat(run(connection, "insert into small values (1)")).isEqualTo("25006");
      assertThat(message(connection, "delete from big where id < 10"))
          .contains("read-only because the disk was full when it started");
      assertThat(run(connection, "select nextval('numbers')")).isEqualTo("25006");
      assertThat(run(connection, "truncate big")).isEqualTo("25006");
      assertThat(server.health()).contains("\"writable\" : false", "\"read_only\" : ");
      Files.delete(ballast);
      assertThat(awaitRun(connection, "delete from big where id < 100")).isTrue();
      assertThat(number(connection, "select count(*) from big")).isEqualTo(rows - 100);
      assertThat(run(connection, "truncate big")).isEmpty();
      awaitInsert(connection);
      assertThat(server.health()).contains("\"writable\" : true").doesNotContain("read_only");
      server.kill();
    }
    try (Running server = start();
        Connection connection = server.connect()) {
      assertThat(number(connection, "select count(*) from big")).isZero();
      assertThat(number(connection, "select count(*) from small")).isEqualTo(1);
    }
  }

  private static void createTables(Connection connection) throws SQLException {
    assertThat(run(connection, "create table big (id int primary key, t text)")).isEmpty();
    assertThat(run(connection, "create table small (id int primary key)")).isEmpty();
    assertThat(run(connection, "create sequence numbers")).isEmpty();
  }

  /** Inserts rows until the disk is full. Returns the number of acknowledged rows. */
  private static int fill(Connection connection, Running server) throws Exception {
    int statements = 0;
    String state = "";
    while (state.isEmpty() && statements < STATEMENTS_MAX) {
      int from = statements * ROWS;
      state =
          run(
              connection,
              "insert into big select g, md5(g::text) || md5((-g)::text) || md5((g * 7)::text)"
                  + " from generate_series(%d, %d) g".formatted(from, from + ROWS - 1));
      statements += state.isEmpty() ? 1 : 0;
    }
    assertThat(state).as("error: the disk is full").isEqualTo("53100");
    assertThat(server.health())
        .contains("\"writable\" : false", "\"state\" : \"full\"", "\"reserved_bytes\" : 0");
    return statements * ROWS;
  }

  /** Fills the disk with a file, except for {@code freeMib}. */
  private static void fillBut(int freeMib, Path ballast) throws IOException {
    try (FileChannel channel =
        FileChannel.open(ballast, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      while (channel.write(ByteBuffer.allocate(1 << 12)) > 0) {
        if (Files.getFileStore(ballast).getUsableSpace() <= (long) freeMib << 20 && freeMib > 0) {
          return;
        }
      }
    } catch (IOException full) {
      assertThat(full).hasMessageContaining("No space left");
    }
  }

  private static void awaitInsert(Connection connection) {
    assertThat(awaitRun(connection, "insert into small values (1)")).isTrue();
  }

  /** Executes a statement until it succeeds. */
  private static boolean awaitRun(Connection connection, String sql) {
    await()
        .atMost(WAIT)
        .pollInterval(Duration.ofMillis(100))
        .until(() -> run(connection, sql).isEmpty());
    return true;
  }

  private Running start() throws IOException {
    ServerChildProcess process =
        ServerChildProcess.run(
            scratch,
            SETTINGS,
            "start",
            "--store=" + disk.resolve("store"),
            "--listen=127.0.0.1",
            "--native-port=0",
            "--http-port=0",
            "--pg-port=0");
    String line = process.line();
    assertThat(line).as(process.errors()).isNotNull();
    return new Running(process, Objects.requireNonNull(line));
  }

  /** Server process that is ready. */
  private record Running(ServerChildProcess process, String line) implements AutoCloseable {
    private int port(String name) {
      Matcher found = Pattern.compile(name + " 127\\.0\\.0\\.1:(\\d+)").matcher(line);
      assertThat(found.find()).as(line).isTrue();
      return Integer.parseInt(found.group(1));
    }

    Connection connect() throws SQLException {
      return DriverManager.getConnection(
          "jdbc:postgresql://127.0.0.1:%d/colonnade?user=colonnade".formatted(port("pg")));
    }

    String health() throws Exception {
      URI page = URI.create("http://127.0.0.1:%d/health".formatted(port("http")));
      try (HttpClient client = HttpClient.newHttpClient()) {
        return client
            .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
            .body();
      }
    }

    void kill() throws InterruptedException {
      process.kill();
      process.status();
    }

    @Override
    public void close() throws IOException {
      process.close();
    }
  }

  private static boolean isRun(String... command) throws InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
    } catch (IOException missing) {
      return false;
    }
    try {
      return process.waitFor(60, TimeUnit.SECONDS) && process.exitValue() == 0;
    } finally {
      process.destroyForcibly();
    }
  }

  private static int number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(sql)) {
      assertThat(row.next()).isTrue();
      return row.getInt(1);
    }
  }

  /** Executes a statement. Returns the SQLSTATE of its error, an empty text if there is none. */
  private static String run(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return "";
    } catch (SQLException e) {
      return e.getSQLState();
    }
  }

  private static String message(Connection connection, String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
      return "";
    } catch (SQLException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
