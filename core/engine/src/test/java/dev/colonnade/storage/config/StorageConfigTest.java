package dev.colonnade.storage.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitOptions.GroupLimits;
import dev.colonnade.sequence.CacheMethod;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.SplitPace;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.queue.QueueOptions;
import dev.colonnade.split.queue.QueueOptions.RetryDelays;
import dev.colonnade.store.Durability;
import dev.colonnade.store.rocks.config.MemoryConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class StorageConfigTest {
  private static final long MIB = 1024 * 1024;

  @Test
  void shouldHaveTheDocumentedDefaults() {
    StorageConfig config = StorageConfig.at(Path.of("store"));

    assertThat(config.folder()).isEqualTo(Path.of("store"));
    assertThat(config.store()).isEqualTo(RocksStoreConfig.defaults());
    assertThat(config.commit())
        .isEqualTo(
            new CommitOptions(
                Durability.SYNC,
                new BatchLimits(50_000_000, 128 * MIB),
                new GroupLimits(1024, 8 * MIB, 64),
                8192,
                1 << 18));
    assertThat(config.retention().time()).isEqualTo(Duration.ofHours(1));
    assertThat(config.retention().interval()).isEqualTo(Duration.ofMinutes(1));
    assertThat(config.scan())
        .isEqualTo(
            ScanConfig.forMachine(
                Runtime.getRuntime().availableProcessors(), MemoryConfig.machineBytes()));
    assertThat(ScanConfig.forMachine(4, 16 * 1024 * MIB))
        .isEqualTo(new ScanConfig(MIB, 4, 4, 1024 * MIB, 32L * 1024 * MIB));
    assertThat(config.memory())
        .isEqualTo(MemoryLimits.ofRow(MemoryLimits.rowBytes(Runtime.getRuntime().maxMemory())));
    assertThat(MemoryLimits.ofRow((int) MIB))
        .isEqualTo(new MemoryLimits(192 * MIB, 64 * MIB, (int) MIB));
    assertThat(MemoryLimits.ofRow((int) (257 * MIB)))
        .isEqualTo(new MemoryLimits(771 * MIB, 514 * MIB, (int) (257 * MIB)));
    assertThat(MemoryLimits.rowBytes(1024)).isEqualTo((int) (8 * MIB));
    assertThat(MemoryLimits.rowBytes(600 * MIB)).isEqualTo((int) (50 * MIB));
    assertThat(MemoryLimits.rowBytes(2048 * MIB)).isEqualTo((int) (256 * MIB));
    assertThat(MemoryLimits.rowBytes(1L << 40)).isEqualTo((int) (257 * MIB));
    assertThat(config.split())
        .isEqualTo(
            new SplitConfig(
                true,
                new QueueOptions(
                    4,
                    1024 * MIB,
                    100_000,
                    0.1,
                    new RetryDelays(Duration.ofMillis(200), Duration.ofMinutes(1))),
                new RangeLimits(256 * MIB, 16 * MIB, 1024 * MIB, 2_500),
                new PressureOptions(true, Duration.ofMillis(100), Duration.ofSeconds(10), 1024),
                new SplitPace(
                    Duration.ofSeconds(1), Duration.ofSeconds(10), Duration.ofMinutes(5), 1024)));
    assertThat(config.sequence())
        .isEqualTo(
            new SequenceConfig(CacheMethod.SERVER, 1000, 100, 1_048_576, Duration.ofMinutes(5)));
  }

  @Test
  void shouldRejectInvalidValues() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetentionConfig.DEFAULT.withTime(Duration.ofSeconds(-1)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RetentionConfig.DEFAULT.withInterval(Duration.ZERO));
    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryLimits(MIB - 1, 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryLimits(MIB, MIB + 1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new MemoryLimits(MIB, MIB, 0));
  }
}
