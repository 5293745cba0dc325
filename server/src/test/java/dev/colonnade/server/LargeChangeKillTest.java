package dev.colonnade.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.testing.Seed;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kill of a server while a transaction changes so many rows that its writes spill and are committed
 * in chunks: before the commit, and at random times after COMMIT was sent. The table and its second
 * index have all changes or none. {@code -Dcolonnade.large.kills} sets the number of rounds.
 */
@Tag("integration")
@Timeout(900)
class LargeChangeKillTest {
  private static final int ROUNDS = Integer.getInteger("colonnade.large.kills", 3);
  private static final int ROWS = 150_000;
  private static final Pattern READY = Pattern.compile(" pg 127\\.0\\.0\\.1:(\\d+) ");

  private final Random random = Seed.random("LargeChangeKillTest");

  @TempDir private Path folder;

  /** Number of times that all rows were changed for certain. */
  private int changes;

  /** Number of copies of the rows, with other keys, that were inserted for certain. */
  private int copies;

  /**
   * Time of the commit of an update without a kill, by a server that has just inserted the rows.
   * Kills follow after 0.3 to 3 times of it, because another server starts cold.
   */
  private long commitNanos;

  private Path store() {
    return folder.resolve("store");
  }

  private ServerChildProcess start() throws IOException {
    return ServerChildProcess.run(
        folder,
        Map.of(),
        "start",
        "--store=" + store(),
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
  void shouldCommitLargeChangesWhollyOrNotAtAll() throws Exception {
    fill();
    for (int round = 0; round < ROUNDS; round++) {
      Change change = nextChange(round);
      boolean isCommitting = round % 4 < 2 || random.nextInt(4) > 0;
      change(change, isCommitting);
      assertConsistent();
    }
    try (ServerChildProcess child = start();
        Connection connection = connect(child)) {
      assertState(connection);
    }
  }

  /** Deletes a seventh of the rows in each round, which are not adjacent. */
  @Test
  void shouldDeleteScatteredRowsWhollyOrNotAtAll() throws Exception {
    int parts = 7;
    long[] counts = new long[parts];
    Arrays.fill(counts, 2 * ROWS / parts);
    try (ServerChildProcess child = start();
        Connection connection = connect(child)) {
      run(connection, "create table sparse (id int primary key, v int)");
      run(
          connection,
          "insert into sparse select g, -g from generate_series(1, %d) g"
              .formatted(2 * ROWS / parts * parts));
      run(connection, "create index on sparse (v)");
    }
    for (int round = 0; round < Math.min(ROUNDS, parts); round++) {
      AtomicBoolean isCommitted = new AtomicBoolean();
      try (ServerChildProcess child = start()) {
        Connection connection = connect(child);
        run(connection, "begin");
        run(connection, "delete from sparse where id %% %d = %d".formatted(parts, round));
        Thread committing = commit(connection, isCommitted);
        TimeUnit.MILLISECONDS.sleep(random.nextInt(2_000));
        child.kill();
        child.status();
        committing.join();
      }
      try (ServerChildProcess child = start();
          Connection connection = connect(child)) {
        long left =
            number(
                connection,
                "select count(*) from sparse where id %% %d = %d".formatted(parts, round));
        assertThat(left).isIn(0L, counts[round]);
        assertThat(left == 0 || !isCommitted.get()).as("an acknowledged commit is lost").isTrue();
        System.out.printf("scattered rows: %s%n", left == 0 ? "deleted" : "kept");
        counts[round] = left;
        long all = LongStream.of(counts).sum();
        assertThat(number(connection, "select count(*) from sparse")).isEqualTo(all);
        run(connection, "set enable_seqscan = off");
        assertThat(number(connection, "select count(*) from sparse where v < 0")).isEqualTo(all);
      }
      assertConsistent();
    }
  }

  /** Change of all rows, of new rows with other keys, or of all these copies. */
  private enum Change {
    UPDATE,
    INSERT,
    DELETE
  }

  private Change nextChange(int round) {
    return round % 3 == 0 ? Change.UPDATE : copies == 0 ? Change.INSERT : Change.DELETE;
  }

  private String statement(Change change) {
    return switch (change) {
      case UPDATE -> update();
      case INSERT -> insert();
      case DELETE -> "delete from big where id > " + ROWS;
    };
  }

  private boolean isChanged(Connection connection, Change change) throws SQLException {
    return switch (change) {
      case UPDATE -> number(connection, "select v from big where id = 1") > changes;
      case INSERT -> number(connection, "select count(*) from big") > (copies + 1L) * ROWS;
      case DELETE -> number(connection, "select count(*) from big") == ROWS;
    };
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

  private void fill() throws Exception {
    try (ServerChildProcess child = start();
        Connection connection = connect(child)) {
      run(connection, "create table big (id int primary key, v int not null, u int unique)");
      run(
          connection,
          "insert into big select g, 0, g from generate_series(1, %d) g".formatted(ROWS));
      run(connection, "begin");
      run(connection, update());
      NanoTicker ticker = NanoTicker.system();
      long start = ticker.nanos();
      run(connection, "commit");
      commitNanos = ticker.nanos() - start;
      changes = 1;
      assertState(connection);
    }
  }

  /** Changes each row and its entry in the second index; keys stay unique in between. */
  private String update() {
    return "update big set v = v + 1, u = -u";
  }

  private String insert() {
    return "insert into big select id + %1$d, v, u + case when u > 0 then %1$d else -%1$d end from big where id <= %2$d"
        .formatted((copies + 1) * 1_000_000, ROWS);
  }

  /**
   * Kills a server that runs a change; checks the state, which may be either, when it is opened.
   */
  private void change(Change change, boolean isCommitting) throws Exception {
    AtomicBoolean isCommitted = new AtomicBoolean();
    try (ServerChildProcess child = start()) {
      Connection connection = connect(child);
      assertState(connection);
      run(connection, "begin");
      run(connection, statement(change));
      assertThat(change == Change.DELETE || spilledFiles() > 0).isTrue();
      Thread committing = null;
      if (isCommitting) {
        committing = commit(connection, isCommitted);
        TimeUnit.NANOSECONDS.sleep((long) (commitNanos * (0.3 + 2.7 * random.nextDouble())));
      }
      child.kill();
      child.status();
      if (committing != null) {
        committing.join();
      }
    }
    try (ServerChildProcess child = start();
        Connection connection = connect(child)) {
      boolean isChanged = isChanged(connection, change);
      assertThat(isChanged || !isCommitted.get()).as("an acknowledged commit is lost").isTrue();
      assertThat(isCommitting || !isChanged).as("changes without a commit").isTrue();
      changes += isChanged && change == Change.UPDATE ? 1 : 0;
      copies += isChanged && change == Change.INSERT ? 1 : 0;
      copies = isChanged && change == Change.DELETE ? 0 : copies;
      System.out.printf(
          "%s, killed %s commit: %s%n",
          change, isCommitting ? "during" : "before", isChanged ? "committed" : "rolled back");
      assertState(connection);
    }
  }

  /** Sends COMMIT on a thread of its own; returns when that is about to happen. */
  private static Thread commit(Connection connection, AtomicBoolean isCommitted)
      throws InterruptedException {
    CountDownLatch begun = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .start(
                () -> {
                  begun.countDown();
                  try {
                    run(connection, "commit");
                    isCommitted.set(true);
                  } catch (SQLException killed) {
                    assertThat(killed.getSQLState()).startsWith("08");
                  }
                });
    begun.await();
    return thread;
  }

  private long spilledFiles() throws IOException {
    try (Stream<Path> files = Files.list(store().resolve("transactions"))) {
      return files.count();
    }
  }

  /** Checks the rows, and that the second index has an entry for each of them and no other. */
  private void assertState(Connection connection) throws SQLException {
    long rows = (copies + 1L) * ROWS;
    assertThat(number(connection, "select count(*) from big")).isEqualTo(rows);
    assertThat(number(connection, "select count(distinct v) from big where id <= " + ROWS))
        .isEqualTo(1);
    assertThat(number(connection, "select v from big where id = 1")).isEqualTo(changes);
    run(connection, "set enable_seqscan = off");
    for (String bounds : List.of("u < 0", "u > 0")) {
      long byIndex = number(connection, "select count(*) from big where " + bounds);
      run(connection, "set enable_indexscan = off");
      long byRows = number(connection, "select count(*) from big where " + bounds);
      run(connection, "set enable_indexscan = on");
      assertThat(byIndex).as(bounds).isEqualTo(byRows);
    }
    assertThat(
            number(
                connection,
                "select count(*) from (select u from big where u between -%1$d and %1$d) x"
                    .formatted(ROWS)))
        .isEqualTo(ROWS);
  }

  private static long number(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      assertThat(rows.next()).isTrue();
      return rows.getLong(1);
    }
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
