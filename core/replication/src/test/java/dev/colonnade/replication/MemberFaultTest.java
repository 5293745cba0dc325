package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.replication.log.LogPosition;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of members whose folder was lost, exchanged or damaged while they were stopped. */
@Tag("integration")
@Timeout(180)
class MemberFaultTest {
  private static final int RETAINED = 100_000;

  @TempDir private Path folder;

  private TestCluster cluster(int retained) {
    TestCluster cluster = new TestCluster(folder, TestCluster.timing(retained), "a", "b", "c");
    cluster
        .node(cluster.leader())
        .run(
            "create table t (id int primary key, v text)",
            "insert into t select n, repeat('x', 100) from generate_series(1, 1000) n");
    cluster.awaitFollowers();
    return cluster;
  }

  private static void assertRefused(
      TestCluster cluster, String name, ErrorCode code, String message) {
    assertThatThrownBy(() -> cluster.start(name))
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e).hasMessageContaining(message);
            });
  }

  private static void delete(Path target) throws IOException {
    try (Stream<Path> files = Files.walk(target)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  @Test
  void shouldRefuseAMemberThatHasLostItsFolder() throws IOException {
    try (TestCluster cluster = cluster(RETAINED)) {
      String lost = cluster.follower();
      cluster.stop(lost);
      delete(folder.resolve(lost));
      assertRefused(
          cluster, lost, ErrorCode.INVALID_CONFIGURATION, "has lost its store: remove it");
      // Refused again, and nothing was written that a later start would accept.
      assertRefused(
          cluster, lost, ErrorCode.INVALID_CONFIGURATION, "has lost its store: remove it");
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.member().remove(lost);
      cluster.startAgainJoining(lost);
      leader.member().add(cluster.peer(lost));
      cluster.awaitFollowers();
      assertThat(cluster.node(lost).number("select count(*) from t")).isEqualTo(1000);
    }
  }

  @Test
  void shouldRefuseAStoreWithoutItsLog() throws IOException {
    try (TestCluster cluster = cluster(RETAINED)) {
      String lost = cluster.follower();
      cluster.node(lost).member().flush();
      cluster.stop(lost);
      delete(folder.resolve(lost).resolve("log"));
      assertRefused(cluster, lost, ErrorCode.INVALID_CONFIGURATION, "a log that is missing");
    }
  }

  @Test
  void shouldRefuseADamagedLog() throws IOException {
    try (TestCluster cluster = cluster(RETAINED)) {
      String name = cluster.follower();
      cluster.stop(name);
      Path segment = segment(name);
      byte[] bytes = Files.readAllBytes(segment);
      int used = bytes.length;
      while (bytes[used - 1] == 0) {
        used--;
      }
      bytes[used / 2] ^= 1;
      Files.write(segment, bytes);
      assertRefused(cluster, name, ErrorCode.STORE_CORRUPT, "the log of this member is damaged");
    }
  }

  private Path segment(String name) throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve(name).resolve("log"))) {
      List<Path> segments =
          files.filter(file -> String.valueOf(file.getFileName()).startsWith("log_")).toList();
      assertThat(segments).isNotEmpty();
      return segments.getFirst();
    }
  }

  @Test
  void shouldCatchUpAnOlderStoreFromTheLog() throws IOException {
    try (TestCluster cluster = cluster(RETAINED)) {
      String name = cluster.follower();
      cluster.node(name).member().flush();
      cluster.stop(name);
      Path kept = folder.resolve("kept");
      copy(folder.resolve(name).resolve("rocks"), kept);
      cluster.start(name);
      cluster.node(cluster.leader()).run("update t set v = 'y'", "insert into t values (0, 'z')");
      cluster.awaitFollowers();
      cluster.node(name).member().flush();
      cluster.stop(name);
      delete(folder.resolve(name).resolve("rocks"));
      copy(kept, folder.resolve(name).resolve("rocks"));
      cluster.start(name);
      cluster.awaitFollowers();
      assertThat(cluster.node(name).number("select count(*) from t where v = 'y'")).isEqualTo(1000);
      assertThat(cluster.node(name).number("select count(*) from t")).isEqualTo(1001);
    }
  }

  @Test
  void shouldRefuseTheFolderOfAnotherMember() throws IOException {
    try (TestCluster cluster = cluster(RETAINED)) {
      String name = cluster.follower();
      cluster.stop(name);
      delete(folder.resolve(name));
      String leader = cluster.leader();
      cluster.stop(leader);
      copy(folder.resolve(leader), folder.resolve(name));
      assertRefused(
          cluster, name, ErrorCode.INVALID_CONFIGURATION, "folder belongs to another member");
      cluster.start(leader);
      assertThat(cluster.node(cluster.leader()).number("select count(*) from t")).isEqualTo(1000);
    }
  }

  @Test
  void shouldRefuseFoldersOfOtherFiles() throws IOException {
    try (TestCluster cluster = cluster(RETAINED)) {
      String name = cluster.follower();
      cluster.stop(name);
      delete(folder.resolve(name));
      Files.createDirectory(folder.resolve(name));
      Files.writeString(folder.resolve(name).resolve("letter.txt"), "x");
      assertRefused(cluster, name, ErrorCode.STORE_IO, "folder has other files and no store");
      assertThat(folder.resolve(name).resolve("MEMBER")).doesNotExist();
    }
  }

  /** Ratis has accepted entries after the checkpoint; the member has not replaced its store yet. */
  @Test
  void shouldInstallACheckpointAtTheStartThatWasFetchedBeforeTheMemberEnded() throws IOException {
    try (TestCluster cluster = cluster(0)) {
      String late = cluster.follower();
      cluster.stop(late);
      // In another term, so that the files of the log before it can be deleted.
      String restarted = cluster.leader();
      cluster.stop(restarted);
      cluster.start(restarted);
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("insert into t values (0, 'in the checkpoint')");
      leader.member().flush();
      cluster.start(late);
      cluster.awaitFollowers();
      cluster.node(late).member().flush();
      cluster.stop(late);
      Path store = folder.resolve(late);
      Path incoming = Files.createDirectories(store.resolve("incoming"));
      copy(store.resolve("rocks"), incoming.resolve("files"));
      LogPosition position;
      try (MemberStore current = MemberStore.open(store, RocksStoreConfig.defaults())) {
        position = current.applied();
      }
      cluster.start(late);
      cluster.node(cluster.leader()).run("insert into t values (-1, 'in the log after it')");
      cluster.awaitFollowers();
      cluster.stop(late);
      delete(store.resolve("rocks"));
      MemberStore.open(folder.resolve("empty"), RocksStoreConfig.defaults()).close();
      copy(folder.resolve("empty").resolve("rocks"), store.resolve("rocks"));
      assertRefused(cluster, late, ErrorCode.STORE_CORRUPT, "the store is older than the log");
      Files.write(incoming.resolve("complete"), position.encode());
      cluster.start(late);
      cluster.awaitFollowers();
      assertThat(cluster.node(late).number("select count(*) from t")).isEqualTo(1002);
      assertThat(incoming).doesNotExist();
    }
  }
}
