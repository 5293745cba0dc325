package dev.colonnade.store.rocks.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class RocksStoreConfigTest {
  private static final long GIB = 1L << 30;
  private static final long MIB = 1L << 20;

  @Test
  void shouldKeepItsDefaults() {
    assertThat(MemoryConfig.forMachine(16 * GIB)).isEqualTo(new MemoryConfig(4 * GIB, 64 * MIB, 4));
    assertThat(TableFileConfig.defaults())
        .isEqualTo(
            new TableFileConfig(
                32 * 1024,
                10,
                TableFileConfig.Compression.LZ4,
                TableFileConfig.Compression.LZ4,
                64 * MIB));
    assertThat(WalConfig.defaults()).isEqualTo(new WalConfig(512 * MIB, WalConfig.Damage.REFUSE));
    assertThat(RocksStoreConfig.defaults())
        .isEqualTo(
            new RocksStoreConfig(
                MemoryConfig.defaults(),
                TableFileConfig.defaults(),
                WalConfig.defaults(),
                2,
                CursorKind.AUTO));
  }

  @Test
  void shouldUseAQuarterOfTheMemoryWithinLimits() {
    assertThat(MemoryConfig.forMachine(100 * MIB).blockCacheBytes()).isEqualTo(64 * MIB);
    assertThat(MemoryConfig.forMachine(1024 * GIB).blockCacheBytes()).isEqualTo(32 * GIB);
    assertThat(MemoryConfig.defaults().blockCacheBytes()).isBetween(64 * MIB, 32 * GIB);
  }

  @Test
  void shouldRejectValuesOutOfLimits() {
    RocksStoreConfig config = RocksStoreConfig.defaults();
    MemoryConfig memory = config.memory();
    TableFileConfig tables = config.tables();
    assertRejected("blockCacheBytes=0", () -> memory.withBlockCacheBytes(0));
    assertRejected("writeBufferBytes=1", () -> memory.withWriteBufferBytes(1));
    assertRejected("writeBufferCount=1", () -> new MemoryConfig(64 * MIB, 64 * MIB, 1));
    assertRejected("blockBytes=1", () -> tables.withBlockBytes(1));
    assertRejected("fileBytes=1", () -> tables.withFileBytes(1));
    assertRejected(
        "bloomBitsPerKey=33",
        () ->
            new TableFileConfig(
                4096, 33, tables.compression(), tables.bottomCompression(), 64 * MIB));
    assertRejected("bytesMax=0", () -> new WalConfig(0, WalConfig.Damage.REFUSE));
    assertRejected(
        "backgroundJobs=0",
        () -> new RocksStoreConfig(memory, tables, config.log(), 0, CursorKind.AUTO));
  }

  private static void assertRejected(String setting, ThrowingCallable call) {
    assertThatIllegalArgumentException().isThrownBy(call).withMessageContaining(setting);
  }
}
