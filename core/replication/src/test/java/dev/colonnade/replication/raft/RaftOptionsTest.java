package dev.colonnade.replication.raft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.ratis.conf.RaftProperties;
import org.apache.ratis.retry.RetryPolicy;
import org.apache.ratis.server.RaftServerConfigKeys;
import org.junit.jupiter.api.Test;

/** Tests of options of Ratis. */
class RaftOptionsTest {
  /** A random time is between half of the policy's and one and a half of it. */
  private static final long RETRY_MILLIS_MAX = 300;

  private static ClusterConfig config() {
    return new ClusterConfig(
        "test",
        "a",
        List.of(new ClusterPeer("a", "127.0.0.1", 1)),
        false,
        Path.of("none"),
        RocksStoreConfig.defaults(),
        new ClusterConfig.Timing(
            Duration.ofMillis(700), Duration.ofMillis(1_200), 100, Duration.ofHours(1)),
        Optional.empty());
  }

  @Test
  void shouldKeepEntriesInAPartOfTheHeap() {
    for (long heapMib : new long[] {128, 400, 1_024, 16_384}) {
      RaftProperties properties = RaftOptions.of(config(), heapMib << 20);
      long cached = RaftServerConfigKeys.Log.segmentCacheSizeMax(properties).getSize();
      long inUse = RaftServerConfigKeys.Log.segmentSizeMax(properties).getSize();
      assertThat(cached + inUse).as("heap of %d MiB", heapMib).isLessThan((heapMib << 20) / 5);
      assertThat(inUse).isBetween(8L << 20, 64L << 20);
    }
  }

  /** Removing one while the log is closed keeps Ratis from closing it. */
  @Test
  void shouldLimitFilesInMemoryByTheirSizeAndNotByTheirNumber() {
    RaftProperties properties = RaftOptions.of(config());
    assertThat(RaftServerConfigKeys.Log.segmentCacheNumMax(properties)).isGreaterThan(10_000);
  }

  @Test
  void shouldContactAMemberSoonHoweverLongItWasAway() {
    RaftProperties properties = RaftOptions.of(config());
    RetryPolicy policy =
        RetryPolicy.parse(RaftServerConfigKeys.Log.Appender.retryPolicy(properties));
    for (int errors : new int[] {1, 20, 1_000, 100_000_000}) {
      RetryPolicy.Action action = policy.handleAttemptFailure(() -> errors);
      assertThat(action.shouldRetry()).isTrue();
      assertThat(action.getSleepTime().toLong(TimeUnit.MILLISECONDS))
          .isLessThanOrEqualTo(RETRY_MILLIS_MAX);
    }
  }
}
