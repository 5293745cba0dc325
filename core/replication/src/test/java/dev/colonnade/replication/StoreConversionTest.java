package dev.colonnade.replication;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterProvider;
import dev.colonnade.storage.config.StorageConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the conversion of a server's store to that of a cluster, and back. */
@Tag("integration")
@Timeout(180)
class StoreConversionTest {
  private static final int RETAINED = 100_000;

  @TempDir private Path folder;

  private StorageConfig single() {
    return StorageConfig.at(folder.resolve("a"));
  }

  private static void run(Database database, String... statements) {
    try (Session session = database.session("test")) {
      for (String statement : statements) {
        session.sql().execute(statement).toList();
      }
    }
  }

  private static long number(Database database, String query) {
    try (Session session = database.session("test")) {
      Object value = session.sql().execute(query).toList().getFirst().getFirst();
      return ((Number) requireNonNull(value)).longValue();
    }
  }

  private void createStore() {
    try (Database database = Database.open(single())) {
      run(
          database,
          "create table t (id serial primary key, v text)",
          "insert into t (v) select 'v' || n from generate_series(1, 5000) n",
          "create index t_v on t (v)");
    }
  }

  private TestCluster firstMember() {
    return new TestCluster(folder, TestCluster.timing(RETAINED), "a");
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files.forEach(
          file -> {
            try {
              Files.copy(file, to.resolve(from.relativize(file)));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  @Test
  void shouldMakeAServerAClusterOfThree() {
    createStore();
    try (TestCluster cluster = firstMember()) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("insert into t (v) values ('in the log')");
      for (String name : List.of("b", "c")) {
        cluster.startJoining(name);
        leader.member().add(cluster.peer(name));
        leader.run("insert into t (v) values ('" + name + "')");
      }
      cluster.awaitFollowers();
      for (String name : List.of("a", "b", "c")) {
        assertThat(cluster.node(name).number("select count(*) from t")).isEqualTo(5003);
        assertThat(cluster.node(name).number("select id from t where v = 'v4000'")).isEqualTo(4000);
      }
      cluster.stop("a");
      TestCluster.Node next = cluster.node(cluster.leader());
      next.run("insert into t (v) values ('without a')");
      assertThat(next.number("select count(distinct id) from t")).isEqualTo(5004);
      cluster.start("a");
      cluster.awaitFollowers();
      assertThat(cluster.node("a").number("select count(*) from t")).isEqualTo(5004);
    }
  }

  @Test
  void shouldConvertTheStoreOfAKilledServer() throws Exception {
    Path running = folder.resolve("running");
    try (Database database = Database.open(StorageConfig.at(running))) {
      run(database, "create table t (id int primary key)", "insert into t values (1), (2)");
      copy(running, folder.resolve("a")); // as kill -9 leaves it
    }
    try (TestCluster cluster = firstMember()) {
      assertThat(cluster.node(cluster.leader()).number("select sum(id) from t")).isEqualTo(3);
    }
  }

  @Test
  void shouldRefuseOtherThanTheFirstMemberAndLeaveTheStoreUnchanged() {
    createStore();
    assertRefused(
        "can only be that of the first member",
        () -> new TestCluster(folder, TestCluster.timing(RETAINED), "a", "b", "c").close());
    try (TestCluster cluster = new TestCluster(folder, TestCluster.timing(RETAINED), "x")) {
      assertRefused(
          "can only be that of the first member", () -> cluster.startJoining("a").member());
    }
    try (Database database = Database.open(single())) {
      assertThat(number(database, "select count(*) from t")).isEqualTo(5000);
    }
  }

  private static void assertRefused(String text, Runnable start) {
    assertThatThrownBy(start::run)
        .isInstanceOfSatisfying(
            ColonnadeException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_CONFIGURATION))
        .hasMessageContaining(text);
  }

  @Test
  void shouldMakeTheLastMemberAServerAgain() throws Exception {
    createStore();
    try (TestCluster cluster = firstMember()) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("insert into t (v) values ('in the log')", "create table u (id int)");
      leader.member().flush();
    }
    Path store = folder.resolve("a");
    assertRefused("opens only as that member", () -> Database.open(single()).close());
    // As a crash leaves it after the first steps.
    Path killed = Files.createDirectory(folder.resolve("killed"));
    delete(killed);
    copy(store, killed);
    Files.createFile(killed.resolve(ClusterConfig.LEAVING_FILE));
    delete(killed.resolve("log"));
    for (Path left : List.of(store, killed)) {
      ClusterProvider.find().release(left, single().store());
      StorageConfig config = StorageConfig.at(left);
      try (Database database = Database.open(config)) {
        assertThat(number(database, "select count(*) from t")).isEqualTo(5001);
        assertThat(number(database, "select id from t where v = 'in the log'")).isEqualTo(5001);
        run(database, "insert into u values (1)");
      }
      try (Database database = Database.open(config)) {
        assertThat(number(database, "select count(*) from u")).isEqualTo(1);
      }
      assertThat(left.resolve(ClusterConfig.LEAVING_FILE)).doesNotExist();
    }
    try (TestCluster cluster = firstMember()) {
      TestCluster.Node leader = cluster.node(cluster.leader());
      leader.run("insert into u values (2)");
      assertThat(leader.number("select sum(id) from u")).isEqualTo(3);
    }
  }

  @Test
  void shouldRefuseAMemberThatIsLeaving() throws Exception {
    try (TestCluster cluster = firstMember()) {
      cluster.node(cluster.leader()).run("create table t (id int)");
    }
    Files.createFile(folder.resolve("a").resolve(ClusterConfig.LEAVING_FILE));
    assertRefused("is leaving its cluster", () -> firstMember().close());
  }
}
