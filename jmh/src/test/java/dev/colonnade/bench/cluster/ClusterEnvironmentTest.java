package dev.colonnade.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.colonnade.bench.local.LocalServerOptions;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Faults of the machines of three processes under load: a full disk, a slow disk, and clocks that
 * are minutes apart. Disks need rights (tmpfs, ptrace); without them the tests are skipped.
 *
 * <p>The tests take minutes, and run with {@code -Dcolonnade.cluster.environment=true}.
 */
@Tag("integration")
@EnabledIfSystemProperty(named = "colonnade.cluster.environment", matches = "true")
@Timeout(600)
final class ClusterEnvironmentTest {
  private static final List<String> NAMES = List.of("a", "b", "c");
  private static final int COMMITS = 20;
  private static final int DISK_MIB = 160;
  private static final int SYNC_MICROS = 150_000;
  private static final int SLOW_MILLIS = 5_000;
  private static final long END_NANOS_MAX = TimeUnit.SECONDS.toNanos(120);

  @TempDir private Path folder;

  @Test
  void shouldSurviveAFullDiskOfAFollower() throws Exception {
    fillDisk(false);
  }

  @Test
  void shouldSurviveAFullDiskOfTheLeader() throws Exception {
    fillDisk(true);
  }

  private void fillDisk(boolean isOfLeader) throws Exception {
    List<Path> mounts = new ArrayList<>();
    try {
      for (String name : NAMES) {
        Path mount = Files.createDirectories(folder.resolve(name).resolve("store"));
        String options = "mode=0700,size=" + DISK_MIB + "m";
        assumeTrue(
            run("mount", "-t", "tmpfs", "-o", options, "tmpfs", mount.toString()),
            "no right to mount a file system");
        mounts.add(mount);
      }
      try (LocalCluster cluster = LocalCluster.start(folder, NAMES);
          ClusterLoad load = ClusterLoad.start(cluster, 2)) {
        awaitCommits(load);
        String leader = cluster.leader();
        String full = isOfLeader ? leader : follower(leader);
        Path filler = folder.resolve(full).resolve("store").resolve("filler");
        fill(filler);
        awaitEndUnderLoad(cluster, full);
        load.awaitCommitAfter(System.nanoTime());
        Files.delete(filler);
        cluster.kill(full); // the process has ended
        cluster.start(full);
        load.awaitCommitAfter(System.nanoTime());
        check(load);
      }
    } finally {
      for (Path mount : mounts) {
        run("umount", "-l", mount.toString());
      }
    }
  }

  private static void fill(Path file) throws IOException {
    byte[] block = new byte[1 << 16];
    try (OutputStream out = Files.newOutputStream(file)) {
      while (true) {
        out.write(block);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("No space left");
    }
  }

  /** Writes rows until the process of the member with the full disk has ended. */
  private static void awaitEndUnderLoad(LocalCluster cluster, String name) throws Exception {
    long process = cluster.server(name).processId();
    long start = System.nanoTime();
    for (int i = 0; isRunning(process); i++) {
      assertThat(System.nanoTime() - start).as("nanos until the end").isLessThan(END_NANOS_MAX);
      Connection connection = cluster.tryLeader();
      if (connection == null) {
        continue;
      }
      try (connection;
          Statement statement = connection.createStatement()) {
        statement.execute("create table if not exists filled (id int, i int, t text)");
        statement.execute(
            "insert into filled select n, %d, repeat('x', 300) from generate_series(1, 2000) n"
                .formatted(i));
      } catch (SQLException e) {
        assertThat(e.getSQLState()).as("%s", e).matches("08...|25006|40001|53100|57P..|58030");
      }
    }
  }

  private static boolean isRunning(long process) {
    return ProcessHandle.of(process).map(ProcessHandle::isAlive).orElse(false);
  }

  @Test
  void shouldContinueWithASlowDisk() throws Exception {
    assumeTrue(run("strace", "-o", "/dev/null", "true"), "no right to trace a process");
    try (LocalCluster cluster = LocalCluster.start(folder, NAMES);
        ClusterLoad load = ClusterLoad.start(cluster, 2)) {
      for (boolean isOfLeader : new boolean[] {false, true}) {
        awaitCommits(load);
        String leader = cluster.leader();
        String slow = isOfLeader ? leader : follower(leader);
        Process delay =
            start(
                "strace",
                "-f",
                "-qq",
                "-o",
                "/dev/null",
                "-e",
                "trace=fdatasync,fsync",
                "-e",
                "inject=fdatasync,fsync:delay_enter=" + SYNC_MICROS,
                "-p",
                Long.toString(cluster.server(slow).processId()));
        try {
          Thread.sleep(SLOW_MILLIS);
          assertThat(delay.isAlive()).as("injection of delays").isTrue();
          awaitCommits(load);
        } finally {
          delay.destroy();
          delay.waitFor();
        }
      }
      check(load);
    }
  }

  @Test
  void shouldWorkWithClocksThatAreMinutesApart() throws Exception {
    Map<String, LocalServerOptions> options = new HashMap<>();
    List<String> peers = new ArrayList<>();
    int minutes = -10;
    for (String name : NAMES) {
      String offset = "-Dcolonnade.clock.offset-millis=" + TimeUnit.MINUTES.toMillis(minutes);
      options.put(name, LocalServerOptions.DEFAULTS.withFlags(List.of(offset)));
      peers.add(name + "=127.0.0.1:" + LocalCluster.freePort());
      minutes += 10;
    }
    try (LocalCluster cluster = LocalCluster.start(folder, String.join(",", peers), options);
        ClusterLoad load = ClusterLoad.start(cluster, 2)) {
      for (int round = 0; round < NAMES.size(); round++) {
        awaitCommits(load);
        String leader = cluster.leader();
        try (Connection connection = cluster.connect(leader);
            Statement statement = connection.createStatement()) {
          String next = NAMES.get((NAMES.indexOf(leader) + 1) % NAMES.size());
          statement.execute("select cluster_transfer('" + next + "')");
        } catch (SQLException e) {
          assertThat(e.getSQLState()).as("%s", e).startsWith("08"); // the session ends
        }
        load.awaitCommitAfter(System.nanoTime());
      }
      check(load);
    }
  }

  private static String follower(String leader) {
    return NAMES.stream().filter(name -> !name.equals(leader)).findAny().orElseThrow();
  }

  private static void awaitCommits(ClusterLoad load) throws InterruptedException {
    int enough = load.acknowledgedCount() + COMMITS;
    while (load.acknowledgedCount() < enough) {
      load.awaitCommitAfter(System.nanoTime());
    }
  }

  private static void check(ClusterLoad load) throws Exception {
    load.stop();
    for (String name : NAMES) {
      load.awaitCaughtUp(name);
      assertThat(load.check(name)).as("member=%s", name).isEmpty();
    }
  }

  private static Process start(String... command) throws IOException {
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return start(command).waitFor() == 0;
    } catch (IOException e) {
      return false; // no such program
    }
  }
}
