package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kill of a server that changes rows of blocks, one after the other, while quiet blocks are written
 * to column segments. After each restart a scan, which reads the segments that are left, returns
 * the rows of all acknowledged transactions, and all or nothing of the last one. {@code
 * -Dcolonnade.segment.kills} sets the number of rounds.
 */
@Tag("integration")
@Timeout(900)
class SegmentKillTest {
  private static final int ROUNDS = Integer.getInteger("colonnade.segment.kills", 2);
  private static final int ROWS = 50_000;
  private static final int ROWS_PER_REGION = 8_000;
  private static final int REGIONS = ROWS / ROWS_PER_REGION;
  private static final int ROWS_PER_TRANSACTION = 5;

  /** Time of changes in a region, which is quiet then for longer than the writer waits for. */
  private static final int SECONDS_PER_REGION = 2;

  private static final Pattern READY = Pattern.compile(" pg 127\\.0\\.0\\.1:(\\d+) ");

  private final Random random = Seed.random("SegmentKillTest");
  private final NanoTicker ticker = NanoTicker.system();

  /** Values by id; a row that is not in the map has its id as its value. */
  private final Map<Integer, Integer> model = new HashMap<>();

  /** Changes of the transaction whose outcome is not known. */
  private final Map<Integer, Integer> pending = new HashMap<>();

  private final AtomicBoolean isKilled = new AtomicBoolean();

  @TempDir private Path folder;

  private ServerChildProcess start() throws IOException {
    return ServerChildProcess.run(
        folder,
        Map.of(),
        "start",
        "--store=" + folder.resolve("store"),
        "--native-port=0",
        "--http-port=0",
        "--pg-port=0");
  }

  private static Connection connect(ServerChildProcess child) throws SQLException {
    Matcher port = READY.matcher(String.valueOf(child.line()));
    assertThat(port.find()).isTrue();
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + port.group(1) + "/colonnade?user=colonnade");
  }

  @Test
  void shouldScanAllAcknowledgedChangesAfterKills() throws Exception {
    long bytes = 0;
    for (int round = 0; round < ROUNDS; round++) {
      isKilled.set(false);
      try (ServerChildProcess child = start()) {
        Connection connection = connect(child);
        if (round == 0) {
          fill(connection);
        }
        assertState(connection);
        Thread killer = killLater(child);
        change(connection);
        killer.join();
        child.status();
      }
      bytes += segmentBytes();
    }
    assertThat(bytes).as("bytes of segments").isPositive();
    try (ServerChildProcess child = start();
        Connection connection = connect(child)) {
      assertState(connection);
    }
  }

  private static void fill(Connection connection) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table t (id int primary key, v int not null, s text)");
      statement.execute(
          "insert into t select g, g, 'row ' || g from generate_series(1, %d) g".formatted(ROWS));
    }
  }

  /** Kills the server when segments have been written, and some have been changed again. */
  private Thread killLater(ServerChildProcess child) {
    long millis = 8_000L + random.nextInt(4_000);
    return Thread.ofPlatform()
        .start(
            () -> {
              try {
                TimeUnit.MILLISECONDS.sleep(millis);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
              isKilled.set(true);
              child.kill();
            });
  }

  /** Changes rows of one block after the other until the server is killed. */
  private void change(Connection connection) {
    try (PreparedStatement update = connection.prepareStatement("update t set v = ? where id = ?");
        Statement scan = connection.createStatement()) {
      connection.setAutoCommit(false);
      long start = ticker.nanos();
      for (int n = 0; true; n++) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(ticker.nanos() - start);
        int region = (int) (seconds / SECONDS_PER_REGION % REGIONS) * ROWS_PER_REGION;
        pending.clear();
        for (int i = 0; i < ROWS_PER_TRANSACTION; i++) {
          int id = 1 + region + random.nextInt(ROWS_PER_REGION);
          int value = random.nextInt();
          update.setInt(1, value);
          update.setInt(2, id);
          update.executeUpdate();
          pending.put(id, value);
        }
        connection.commit();
        model.putAll(pending);
        pending.clear();
        if (n % 100 == 0) {
          scan.executeQuery("select sum(v), count(s) from t").close();
          connection.commit();
          TimeUnit.MILLISECONDS.sleep(500);
        }
      }
    } catch (SQLException e) {
      assertThat(isKilled.get()).as("%s", e).isTrue();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void assertState(Connection connection) throws SQLException {
    Map<Integer, Integer> found = new HashMap<>();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select id, v, s from t")) {
      while (rows.next()) {
        found.put(rows.getInt(1), rows.getInt(2));
        assertThat(rows.getString(3)).isEqualTo("row " + rows.getInt(1));
      }
    }
    assertThat(found).hasSize(ROWS);
    boolean isCommitted =
        !pending.isEmpty()
            && pending.entrySet().stream()
                .allMatch(entry -> entry.getValue().equals(found.get(entry.getKey())));
    if (isCommitted) {
      model.putAll(pending);
    }
    pending.clear();
    for (Map.Entry<Integer, Integer> row : found.entrySet()) {
      @Nullable Integer expected = model.getOrDefault(row.getKey(), row.getKey());
      assertThat(row.getValue()).as("row %s", row.getKey()).isEqualTo(expected);
    }
  }

  private long segmentBytes() throws IOException {
    long bytes = 0;
    try (Stream<Path> files = Files.list(folder.resolve("store").resolve("segments"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        bytes += Files.size(file);
      }
    }
    return bytes;
  }
}
