package dev.colonnade.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.bench.local.LocalServer;
import dev.colonnade.bench.local.LocalServerOptions;
import dev.colonnade.testing.OwnThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of a new member that is killed (SIGKILL) at random times while it fetches and installs the
 * checkpoint of the leader: started again with {@code --join}, it joins with all rows.
 *
 * <p>Flags: {@code -Dcolonnade.cluster.kills=20} for a long run, {@code -Dcolonnade.seed=}.
 */
@Tag("integration")
@Timeout(1_200)
final class MemberJoinTest {
  private static final int KILLS = Integer.getInteger("colonnade.cluster.kills", 2);
  private static final int ROWS = 200_000;
  private static final int AFTER_FETCH_MILLIS_MAX = 2_000;
  private static final int POLL_MILLIS = 2;
  private static final long WAIT_NANOS_MAX = TimeUnit.SECONDS.toNanos(120);

  @TempDir private Path folder;

  @Test
  void shouldJoinAfterItWasKilledDuringTheTransfer() throws Exception {
    long seed = Long.getLong("colonnade.seed", System.nanoTime());
    Random random = new Random(seed);
    Path first = Files.createDirectories(folder.resolve("a"));
    Path second = Files.createDirectories(folder.resolve("b"));
    String leaderPeer = "a=127.0.0.1:" + LocalCluster.freePort();
    String joiningPeer = "b=127.0.0.1:" + LocalCluster.freePort();
    try (LocalServer single = LocalServer.start(first, LocalServerOptions.DEFAULTS)) {
      fill(single); // not in the log, so that a new member needs a checkpoint
    }
    LocalServerOptions joining = member("b", leaderPeer + "," + joiningPeer, "--join");
    try (LocalServer leader = LocalServer.start(first, member("a", leaderPeer))) {
      CompletableFuture<Void> addition =
          CompletableFuture.runAsync(() -> addRepeatedly(leader, joiningPeer), OwnThread.EXECUTOR);
      for (int kill = 0; kill < KILLS; kill++) {
        killDuringTransfer(second, joining, random.nextInt(AFTER_FETCH_MILLIS_MAX), seed);
      }
      try (LocalServer joined = LocalServer.start(second, joining)) {
        addition.get(WAIT_NANOS_MAX, TimeUnit.NANOSECONDS);
        insertRepeatedly(leader, joined);
        awaitRows(joined, ROWS + 1, seed);
        assertThat(number(joined, "select count(distinct v) from t")).isEqualTo(ROWS + 1);
        assertThat(number(joined, "select sum(id) from t")).isEqualTo((long) ROWS * (ROWS + 1) / 2);
      }
    }
  }

  private static LocalServerOptions member(String name, String peers, String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("--cluster=demo", "--node=" + name, "--peers=" + peers));
    arguments.addAll(List.of(more));
    return LocalServerOptions.DEFAULTS.withArguments(arguments);
  }

  private static void fill(LocalServer server) throws SQLException {
    execute(
        server,
        "create table t (id int primary key, v text)",
        "insert into t select n, md5(n::text) || md5((n + 1)::text) || md5((n + 2)::text)"
            + " from generate_series(1, %d) n".formatted(ROWS));
  }

  /** Starts the new member, and kills it some time after it has begun to fetch a checkpoint. */
  private static void killDuringTransfer(
      Path own, LocalServerOptions joining, int delayMillis, long seed)
      throws IOException, InterruptedException {
    Path log = own.resolve("server.log");
    Files.deleteIfExists(log);
    Thread start = Thread.ofPlatform().start(() -> startUntilInterrupted(own, joining));
    long begun = System.nanoTime();
    while (!hasBegun(log)) {
      assertThat(start.isAlive()).as("the member ended seed=" + seed).isTrue();
      assertThat(System.nanoTime() - begun).as("no fetch seed=" + seed).isLessThan(WAIT_NANOS_MAX);
      Thread.sleep(POLL_MILLIS);
    }
    Thread.sleep(delayMillis);
    start.interrupt(); // kills the process
    start.join();
    Path store = own.resolve("store");
    System.out.printf(
        "killed delayMillis=%d incoming=%b installed=%b fetched=%b seed=%d%n",
        delayMillis,
        Files.exists(store.resolve("incoming")),
        Files.exists(store.resolve("installed")),
        Files.readString(log).contains("fetched a checkpoint"),
        seed);
  }

  /** Returns whether the member has begun to fetch a checkpoint, or has one and serves. */
  private static boolean hasBegun(Path log) throws IOException {
    if (!Files.exists(log)) {
      return false;
    }
    String text = Files.readString(log);
    return text.contains("fetching a checkpoint") || text.contains("serving as a");
  }

  private static void startUntilInterrupted(Path own, LocalServerOptions joining) {
    try (LocalServer started = LocalServer.start(own, joining)) {
      Thread.sleep(WAIT_NANOS_MAX / 1_000_000);
      throw new IllegalStateException("not interrupted server=" + started.address());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Adds the member; an attempt that fails because the member is away is repeated. It may have been
   * added all the same, and lead the cluster.
   */
  private static void addRepeatedly(LocalServer first, String peer) {
    boolean isAdded = false;
    while (!isAdded) {
      try {
        execute(first, "select cluster_add('" + peer + "')");
        isAdded = true;
      } catch (SQLException e) {
        isAdded = isMember(first, peer.substring(peer.indexOf('=') + 1));
      }
    }
  }

  /** Returns whether the configuration of a member has an address. */
  private static boolean isMember(LocalServer first, String address) {
    try (Connection connection = connect(first);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("select cluster_status()")) {
      return result.next() && result.getString(1).contains(address);
    } catch (SQLException e) {
      return false;
    }
  }

  /**
   * Inserts a row through the member that leads: the first one has no majority, and then may not be
   * the leader any more, if the other was killed after it had been added.
   */
  private static void insertRepeatedly(LocalServer... members) throws InterruptedException {
    long start = System.nanoTime();
    for (int attempt = 0; ; attempt++) {
      try {
        execute(
            members[attempt % members.length],
            "insert into t values (0, 'after') on conflict do nothing");
        return;
      } catch (SQLException e) {
        assertThat(System.nanoTime() - start).as("no leader").isLessThan(WAIT_NANOS_MAX);
        Thread.sleep(POLL_MILLIS);
      }
    }
  }

  private static void awaitRows(LocalServer server, long expected, long seed)
      throws SQLException, InterruptedException {
    long start = System.nanoTime();
    while (number(server, "select count(*) from t") != expected) {
      assertThat(System.nanoTime() - start).as("rows seed=" + seed).isLessThan(WAIT_NANOS_MAX);
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static Connection connect(LocalServer server) throws SQLException {
    return DriverManager.getConnection("jdbc:" + server.address().protocol() + "/colonnade");
  }

  private static void execute(LocalServer server, String... statements) throws SQLException {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement()) {
      for (String text : statements) {
        statement.execute(text);
      }
    }
  }

  private static long number(LocalServer server, String query) throws SQLException {
    try (Connection connection = connect(server);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      assertThat(result.next()).isTrue();
      return result.getLong(1);
    }
  }
}
