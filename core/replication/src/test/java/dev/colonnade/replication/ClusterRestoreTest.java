package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** BACKUP and RESTORE in a cluster of three members: what the leader restores, all of them have. */
@Tag("integration")
@Timeout(300)
final class ClusterRestoreTest {
  private static final long ROWS = 20_000;
  private static final List<String> NAMES = List.of("a", "b", "c");

  /** Times after which the leader ends while it restores. */
  private static final int[] STOP_MILLIS = {50, 250, 500, 1000};

  private static final String CONTENT =
      "select count(*), count(distinct id), sum(id), count(*) filter (where m = 'glad'),"
          + " max(md5(t)) from t";
  private static final String BY_INDEX = "select count(*) from t where t >= 'text 5'";

  @TempDir private Path folder;

  private TestCluster cluster;

  @BeforeEach
  void start() {
    cluster = new TestCluster(folder, TestCluster.timing(100_000), "a", "b", "c");
    leader().run("create database shop", "create table target (id int, m text, t text)");
    in(
        cluster.leader(),
        "shop",
        "create type mood as enum ('sad', 'glad')",
        "create table t (id serial primary key, m mood, t text)",
        "create index on t (t)",
        "create view v as select id from t",
        "insert into t (m, t) select 'glad', 'text ' || i from generate_series(1, %d) i"
            .formatted(ROWS));
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private TestCluster.Node leader() {
    return cluster.node(cluster.leader());
  }

  private List<List<@Nullable Object>> in(String member, String database, String... statements) {
    List<List<@Nullable Object>> rows = List.of();
    try (Session session = cluster.node(member).database().session("postgres", database)) {
      for (String statement : statements) {
        rows = session.sql().execute(statement).toList();
      }
    }
    return rows;
  }

  private String backups() {
    return folder.resolve("backups").toString();
  }

  private String restoreDatabase(String as) {
    return "restore database shop from '%s' as %s".formatted(backups(), as);
  }

  private String restoreTable() {
    return "restore table target from '%s' (source_database 'shop', source_table 't')"
        .formatted(backups());
  }

  private void requireOnAllMembers(String database, String query, List<?> expected) {
    cluster.awaitFollowers();
    for (String name : NAMES) {
      assertThat(in(name, database, query)).as(name + ": " + query).isEqualTo(expected);
    }
  }

  private void requireNothingRestored(String name) throws IOException {
    Path restored = folder.resolve(name).resolve("restored");
    if (Files.exists(restored)) {
      try (Stream<Path> files = Files.list(restored)) {
        assertThat(files).as(name).isEmpty();
      }
    }
    assertThat(cluster.node(name).database().catalog().snapshot().restoringDatabases())
        .as(name)
        .isEmpty();
  }

  @Test
  void shouldRestoreThroughTheLog() throws IOException {
    List<?> before = in(cluster.leader(), "shop", CONTENT);
    leader().run("backup to '" + backups() + "'");
    in(cluster.leader(), "shop", "delete from t where id > 10");
    leader().run(restoreDatabase("copy"), restoreTable());
    requireOnAllMembers("copy", CONTENT, before);
    requireOnAllMembers("copy", BY_INDEX, in(cluster.leader(), "copy", BY_INDEX));
    requireOnAllMembers("colonnade", "select count(*) from target", List.of(List.of(ROWS)));
    for (String name : NAMES) {
      requireNothingRestored(name);
    }

    String next = cluster.follower();
    TestCluster.awaitTrue(
        "the leadership of " + next,
        () -> {
          if (!cluster.leader().equals(next)) {
            leader().member().transferTo(next, Duration.ofSeconds(10));
          }
          return cluster.node(next).isLeader();
        });
    in(next, "copy", "insert into t (m, t) select 'sad', 'new' from generate_series(1, 500)");
    requireOnAllMembers(
        "copy",
        "select count(*) = count(distinct id), count(*) from t",
        List.of(List.of(true, ROWS + 500)));
  }

  @Test
  void shouldRestoreWhatAFollowerHasBackedUp() {
    cluster.awaitFollowers();
    List<?> before = in(cluster.leader(), "shop", CONTENT);
    cluster.node(cluster.follower()).run("backup to '" + backups() + "'");
    leader().run(restoreDatabase("copy"));
    requireOnAllMembers("copy", CONTENT, before);
  }

  @Test
  void shouldBeRefusedByAFollower() throws IOException {
    leader().run("backup to '" + backups() + "'");
    cluster.awaitFollowers();
    String follower = cluster.follower();
    for (String statement : List.of(restoreDatabase("copy"), restoreTable())) {
      assertThatThrownBy(() -> cluster.node(follower).run(statement))
          .as(statement)
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.READ_ONLY_TRANSACTION))
          .hasMessageContaining("cannot execute RESTORE");
    }
    requireNothingRestored(follower);
  }

  @Test
  void shouldHaveAllOrNothingWhenTheLeaderEnds() throws Exception {
    leader().run("backup to '" + backups() + "'");
    List<?> before = in(cluster.leader(), "shop", CONTENT);
    List<String> outcomes = new ArrayList<>();
    for (int millis : STOP_MILLIS) {
      String ended = cluster.leader();
      TestCluster.Node node = cluster.node(ended);
      String name = "copy" + millis;
      Thread restore =
          Thread.ofPlatform()
              .start(
                  () -> {
                    try {
                      node.run(restoreDatabase(name));
                      outcomes.add("restored");
                    } catch (ColonnadeException | IllegalStateException e) {
                      outcomes.add("failed: " + e.getMessage());
                    }
                  });
      Thread.sleep(millis);
      cluster.stop(ended);
      restore.join();
      String next = cluster.leader();
      cluster.start(ended);
      cluster.awaitFollowers();
      for (String member : NAMES) {
        requireNothingRestored(member);
      }
      String find = "select count(*) from pg_database where datname = '" + name + "'";
      boolean isThere = in(next, "colonnade", find).equals(List.of(List.of(1L)));
      requireOnAllMembers("colonnade", find, List.of(List.of(isThere ? 1L : 0L)));
      if (isThere) {
        requireOnAllMembers(name, CONTENT, before);
      } else {
        assertThat(outcomes.getLast()).isNotEqualTo("restored");
        leader().run(restoreDatabase(name));
        requireOnAllMembers(name, CONTENT, before);
      }
      leader().run("drop database " + name);
    }
    System.out.println("outcomes: " + outcomes);
  }
}
