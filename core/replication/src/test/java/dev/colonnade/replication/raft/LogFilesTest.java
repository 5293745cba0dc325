package dev.colonnade.replication.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.replication.log.MemberStore;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.ratis.io.CorruptedFileException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Test of the checks of a log against a store. */
class LogFilesTest {
  @TempDir private Path folder;

  private ClusterConfig config() {
    return new ClusterConfig(
        "test",
        "a",
        List.of(new ClusterPeer("a", "127.0.0.1", 7490)),
        false,
        folder,
        RocksStoreConfig.defaults(),
        new ClusterConfig.Timing(
            Duration.ofMillis(700), Duration.ofMillis(1400), 10, Duration.ofHours(1)),
        Optional.empty());
  }

  @Test
  void shouldRefuseALogThatBeginsAfterTheStore() {
    ClusterConfig config = config();
    try (MemberStore store = MemberStore.open(folder, config.store())) {
      LogFiles.requireContinuation(config, 0, store);
      assertThatThrownBy(() -> LogFiles.requireContinuation(config, 5, store))
          .isInstanceOf(ColonnadeException.class)
          .hasMessageContaining("the store is older than the log")
          .hasMessageContaining("cluster remove a");
    }
  }

  @Test
  void shouldFindDamageAmongCauses() {
    Exception damage = new CorruptedFileException(folder.toFile(), "checksum");
    assertThat(LogFiles.isDamage(new IOException(new IllegalStateException(damage)))).isTrue();
    assertThat(LogFiles.isDamage(new IOException("other"))).isFalse();
  }
}
