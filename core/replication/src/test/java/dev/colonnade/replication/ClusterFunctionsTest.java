package dev.colonnade.replication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.SqlSession;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the SQL functions on a cluster. */
class ClusterFunctionsTest {
  private static final long MIB = 1024 * 1024;

  @TempDir private Path folder;

  private final List<String> calls = new ArrayList<>();

  private StorageConfig config() {
    return StorageConfig.at(folder)
        .withStore(RocksStoreConfig.defaults().withMemory(new MemoryConfig(8 * MIB, 4 * MIB, 4)));
  }

  private static void assertRefused(Session session, ErrorCode code, String... functions) {
    SqlSession sql = session.sql();
    for (String function : functions) {
      assertThatThrownBy(() -> sql.execute("select " + function).toList())
          .as(function)
          .isInstanceOfSatisfying(
              ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
    }
  }

  @Test
  void shouldPassRequestsOfSuperusersOn() {
    try (LeaderFixture leader = new LeaderFixture(config(), new RecordedCalls())) {
      assertThat(leader.run("select cluster_status()")).isEqualTo(List.of(List.of("state")));
      leader.run(
          "select cluster_transfer('b')",
          "select cluster_add('d=h:1')",
          "select cluster_remove('c')",
          "select cluster_remove(null)");
      assertThat(calls).containsExactly("transfer b", "add d=h:1", "remove c");
      leader.run("create role guest login");
      try (Session guest = leader.database().login("guest", "colonnade")) {
        assertRefused(
            guest,
            ErrorCode.INSUFFICIENT_PRIVILEGE,
            "cluster_status()",
            "cluster_transfer('b')",
            "cluster_add('d=h:1')",
            "cluster_remove('c')");
      }
      assertThat(calls).hasSize(3);
    }
  }

  @Test
  void shouldRefuseRequestsOutsideOfACluster() {
    try (Database database = Database.open(config());
        Session session = database.session("colonnade")) {
      assertRefused(session, ErrorCode.UNSUPPORTED, "cluster_status()", "cluster_transfer('b')");
    }
  }

  /** Service that records its calls. */
  private final class RecordedCalls implements ClusterService {
    @Override
    public String status() {
      return "state";
    }

    @Override
    public void transferTo(String member) {
      calls.add("transfer " + member);
    }

    @Override
    public void add(String member) {
      calls.add("add " + member);
    }

    @Override
    public void remove(String member) {
      calls.add("remove " + member);
    }
  }
}
