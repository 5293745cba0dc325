package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.storage.cluster.ClusterConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Test of the bytes of the log of three members in one process. */
@Tag("integration")
@Timeout(300)
class LogTruncationTest {
  private static final long LOG_BYTES_MAX = ClusterConfig.RetainedLog.BYTES_MIN;

  /** Entries that are not durable, the file to which they are appended, and one entry. */
  private static final long TOLERANCE_BYTES = 3 * LOG_BYTES_MAX / 4 + (1 << 20);

  private static final int BYTES_EACH = 1_000;
  private static final int ROWS_EACH = 1_000;
  private static final int STATEMENTS = 24;

  @TempDir private Path folder;

  private TestCluster cluster() {
    return new TestCluster(
        folder,
        TestCluster.timing(1_000_000)
            .withRetained(new ClusterConfig.RetainedLog(1_000_000, LOG_BYTES_MAX)),
        "a",
        "b",
        "c");
  }

  private long logBytes(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(name).resolve("log"))) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  private static void load(TestCluster cluster) {
    for (int i = 0; i < STATEMENTS; i++) {
      cluster
          .node(cluster.leader())
          .run(
              "insert into t (v) select repeat(md5(n::text || random()), %d) from generate_series(1, %d) n"
                  .formatted(BYTES_EACH / 32, ROWS_EACH));
    }
  }

  @Test
  void shouldBoundTheBytesOfTheLogOfEachMember() throws IOException {
    try (TestCluster cluster = cluster()) {
      cluster.node(cluster.leader()).run("create table t (id serial primary key, v text)");
      cluster.awaitFollowers();
      load(cluster);
      cluster.awaitFollowers();
      for (String name : new String[] {"a", "b", "c"}) {
        TestCluster.awaitTrue(
            "a short log",
            () -> {
              long bytes = cluster.node(name).member().status().log().bytes();
              return bytes > 0 && bytes <= LOG_BYTES_MAX + TOLERANCE_BYTES;
            });
        assertThat(logBytes(name)).isLessThanOrEqualTo(LOG_BYTES_MAX + TOLERANCE_BYTES);
        assertThat(cluster.node(name).number("select count(*) from t"))
            .isEqualTo(STATEMENTS * ROWS_EACH);
      }
    }
  }

  @Test
  void shouldCatchUpAMemberWhoseEntriesAreRemoved() {
    try (TestCluster cluster = cluster()) {
      cluster.node(cluster.leader()).run("create table t (id serial primary key, v text)");
      cluster.awaitFollowers();
      String away = cluster.follower();
      cluster.stop(away);
      load(cluster);
      TestCluster.Node late = cluster.start(away);
      load(cluster);
      cluster.awaitFollowers();
      assertThat(late.failure).isNull();
      assertThat(late.number("select count(*) from t")).isEqualTo(2 * STATEMENTS * ROWS_EACH);
    }
  }
}
