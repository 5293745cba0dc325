package dev.colonnade.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.server.config.ServerConfig;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Enumeration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.util.PSQLException;

/** SQL on a disk that becomes full: a small tmpfs, if the test is allowed to mount one. */
@Tag("integration")
@EnabledOnOs(OS.LINUX)
@Timeout(600)
final class DiskFullTest {
  private static final int MIB = 1024 * 1024;
  private static final int DISK_MIB = 40;
  private static final int BALLAST_MIB = 24;
  private static final int ROWS = 2_000;

  /** More than fits on the disk. */
  private static final int STATEMENTS_MAX = 1_000;

  private static final String COPY = "copy copied from stdin";
  private static final int COPY_BALLAST_MIB = 100;

  /** 40 MB, more than fits on the disk. */
  private static final int COPIED_ROWS = 400_000;

  @TempDir private Path folder;

  @Test
  void shouldRejectWritesUntilSpaceIsFreed() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("disk"));
    assumeTrue(
        isRun("mount", "-t", "tmpfs", "-o", "size=" + DISK_MIB + "m", "tmpfs", disk.toString()),
        "a tmpfs cannot be mounted here");
    try {
      int rows;
      try (Server server = start(disk);
          Connection connection = connect(server)) {
        rows = fillAndFreeSpace(disk, connection, server);
      }
      try (Server server = start(disk);
          Connection connection = connect(server)) {
        assertThat(number(connection, "select count(*) from big")).isEqualTo(rows);
      }
    } finally {
      assertThat(isRun("umount", "-l", disk.toString())).isTrue();
    }
  }

  @Test
  void shouldKeepNoRowOfACopyThatFillsTheDisk() throws Exception {
    Path disk = Files.createDirectory(folder.resolve("copied"));
    assumeTrue(
        isRun("mount", "-t", "tmpfs", "-o", "size=128m", "tmpfs", disk.toString()),
        "a tmpfs cannot be mounted here");
    try {
      try (Server server = start(disk);
          Connection connection = connectPg(server)) {
        copyAndFreeSpace(disk, connection);
      }
      try (Server server = start(disk);
          Connection connection = connectPg(server)) {
        assertThat(number(connection, "select count(*) from copied")).isEqualTo(ROWS);
      }
    } finally {
      assertThat(isRun("umount", "-l", disk.toString())).isTrue();
    }
  }

  private static void copyAndFreeSpace(Path disk, Connection connection) throws Exception {
    Path ballast = disk.resolve("ballast");
    Files.write(ballast, new byte[COPY_BALLAST_MIB * MIB]);
    run(connection, "create table copied (id int primary key, t text)");
    CopyManager copy = connection.unwrap(PGConnection.class).getCopyAPI();
    assertThatThrownBy(() -> copy.copyIn(COPY, lines(0, COPIED_ROWS)))
        .isInstanceOfSatisfying(
            PSQLException.class,
            e -> assertThat(e.getSQLState()).as("error: the disk is full").isEqualTo("53100"));
    assertThat(number(connection, "select count(*) from copied")).isZero();
    Files.delete(ballast);
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(100))
        .ignoreExceptions()
        .until(() -> copy.copyIn(COPY, lines(COPIED_ROWS, COPIED_ROWS + ROWS)) == ROWS);
  }

  /** Returns lines of a hundred bytes, which are hardly compressible and generated on demand. */
  @SuppressWarnings("JdkObsolete") // SequenceInputStream requires it
  private static InputStream lines(int from, int to) {
    return new SequenceInputStream(
        new Enumeration<>() {
          private int next = from;

          @Override
          public boolean hasMoreElements() {
            return next < to;
          }

          @Override
          public InputStream nextElement() {
            StringBuilder line = new StringBuilder().append(next).append('\t');
            for (int i = 0; i < 6; i++) {
              line.append(HexFormat.of().toHexDigits((6L * next + i) * 0x9E37_79B9_7F4A_7C15L));
            }
            next++;
            return new ByteArrayInputStream(line.append('\n').toString().getBytes(US_ASCII));
          }
        });
  }

  private static Connection connectPg(Server server) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:"
            + server.pgAddress().getPort()
            + "/colonnade?user=colonnade");
  }

  /** Returns the number of acknowledged rows. */
  private static int fillAndFreeSpace(Path disk, Connection connection, Server server)
      throws Exception {
    assertThat(health(server)).contains("\"writable\" : true");
    Path ballast = disk.resolve("ballast");
    try (OutputStream out = Files.newOutputStream(ballast)) {
      for (int i = 0; i < BALLAST_MIB; i++) {
        out.write(new byte[MIB]);
      }
    }
    run(connection, "create table big (id int primary key, t text)");
    int statements = 0;
    String state = "";
    while (state.isEmpty() && statements < STATEMENTS_MAX) {
      state = insert(connection, statements);
      statements += state.isEmpty() ? 1 : 0;
    }
    assertThat(state).as("error: the disk is full").isEqualTo("53100");
    assertThat(number(connection, "select count(*) from big"))
        .as("reads still work and return the acknowledged rows")
        .isEqualTo(statements * ROWS);
    assertThat(health(server)).contains("\"writable\" : false");
    Files.delete(ballast);
    int next = statements;
    await()
        .atMost(Duration.ofMinutes(3))
        .pollInterval(Duration.ofMillis(100))
        .until(() -> insert(connection, next).isEmpty());
    assertThat(health(server)).contains("\"writable\" : true");
    int acknowledged = (statements + 1) * ROWS;
    assertThat(number(connection, "select count(*) from big")).isEqualTo(acknowledged);
    return acknowledged;
  }

  private static String health(Server server) throws Exception {
    URI page = URI.create("http://127.0.0.1:" + server.httpAddress().getPort() + "/health");
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client
          .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
          .body();
    }
  }

  /** Inserts rows; returns the SQLSTATE if they are rejected, else an empty text. */
  private static String insert(Connection connection, int number) {
    int from = number * ROWS;
    try {
      run(
          connection,
          "insert into big select g, md5(g::text) || md5((-g)::text) || md5((g * 7)::text)"
              + " from generate_series(%d, %d) g".formatted(from, from + ROWS - 1));
      return "";
    } catch (SQLException rejected) {
      return rejected.getSQLState();
    }
  }

  private static Server start(Path disk) {
    MemoryConfig memory = new MemoryConfig(8L * MIB, MIB, 2);
    Path store = disk.resolve("store");
    StorageConfig engine =
        StorageConfig.at(store).withStore(RocksStoreConfig.defaults().withMemory(memory));
    ServerConfig config = TestServers.config(store).withEngine(engine);
    return Server.start(config, List.of());
  }

  private static Connection connect(Server server) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:colonnade://127.0.0.1:"
            + server.nativeAddress().getPort()
            + "/colonnade?connectTimeout=120");
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

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
