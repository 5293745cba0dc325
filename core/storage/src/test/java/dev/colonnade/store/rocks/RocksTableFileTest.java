package dev.colonnade.store.rocks;

import static dev.colonnade.store.StoreContract.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.store.Space;
import dev.colonnade.store.TableFileWriter;
import dev.colonnade.store.rocks.config.CursorKind;
import dev.colonnade.testing.Seed;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Test of table files that C functions or RocksJava write. */
class RocksTableFileTest {
  private static final int PAIRS = 2_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(
      value = CursorKind.class,
      names = {"NATIVE", "PLAIN"})
  void shouldIngestPairsOfAnySize(CursorKind kind) {
    Random random = Seed.random("RocksTableFileTest");
    List<byte[]> values = new ArrayList<>();
    try (RocksStore store = RocksStoreFixture.open(folder, kind)) {
      try (TableFileWriter file = store.newTableFile(Space.ROWS)) {
        long size = 0;
        for (int i = 0; i < PAIRS; i++) {
          byte[] key = RocksStoreFixture.rowKey(i).bytes();
          byte[] value = new byte[random.nextInt(random.nextInt(8) == 0 ? 30_000 : 50)];
          random.nextBytes(value);
          values.add(value);
          put(file, key, value, random);
          size += (long) key.length + value.length;
          assertThat(file.byteSize()).isEqualTo(size);
        }
        file.finish();
        store.ingest(List.of(file));
      }
      for (int i = 0; i < PAIRS; i++) {
        assertThat(store.get(Space.ROWS, RocksStoreFixture.rowKey(i))).isEqualTo(values.get(i));
      }
    }
  }

  /** Adds a pair by one of the two methods; the array is overwritten afterwards. */
  private static void put(TableFileWriter file, byte[] key, byte[] value, Random random) {
    if (random.nextBoolean()) {
      file.put(key, value);
      return;
    }
    int offset = random.nextInt(9);
    byte[] pairs = new byte[offset + key.length + value.length + 5];
    ByteBuffer.wrap(pairs).position(offset).put(key).put(value);
    file.put(pairs, offset, key.length, value.length);
    Arrays.fill(pairs, (byte) 0x55);
  }

  @ParameterizedTest
  @EnumSource(
      value = CursorKind.class,
      names = {"NATIVE", "PLAIN"})
  void shouldRefuseKeysInDescendingOrderAndGoOn(CursorKind kind) {
    try (RocksStore store = RocksStoreFixture.open(folder, kind)) {
      try (TableFileWriter file = store.newTableFile(Space.ROWS)) {
        file.put(bytes("b"), bytes("1"));
        assertThatThrownBy(() -> file.put(bytes("a"), bytes("2")))
            .isInstanceOf(ColonnadeException.class)
            .hasMessageContaining("order");
        assertThat(file.byteSize()).isEqualTo(2);
        file.put(bytes("c"), bytes("3"));
        file.finish();
        store.ingest(List.of(file));
      }
      assertThat(store.get(Space.ROWS, Key.wrap(bytes("a")))).isNull();
      assertThat(store.get(Space.ROWS, Key.wrap(bytes("c")))).isEqualTo(bytes("3"));
    }
  }
}
