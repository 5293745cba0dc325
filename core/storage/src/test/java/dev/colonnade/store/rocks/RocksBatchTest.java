package dev.colonnade.store.rocks;

import static dev.colonnade.store.StoreContract.bytes;
import static dev.colonnade.store.StoreContract.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.rocks.batch.ColumnFamilyIds;
import dev.colonnade.store.rocks.batch.RocksBatch;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

class RocksBatchTest {
  private static final ColumnFamilyIds FAMILIES = new ColumnFamilyIds(1, 2, 300);

  private static final List<Space> SPACES = List.of(Space.values());

  @TempDir private Path folder;

  private static String hex(RocksBatch batch) {
    return HexFormat.of().formatHex(batch.serialized());
  }

  @Test
  void shouldKeepItsLayout() {
    try (RocksBatch batch = new RocksBatch(FAMILIES)) {
      assertThat(hex(batch)).isEqualTo("000000000000000000000000");
      batch.put(Space.META, bytes("k"), bytes("vv"));
      batch.delete(Space.ROWS, bytes("k"));
      batch.deleteRange(Space.HISTORY, new KeySpan(key("a"), key("b")));
      assertThat(hex(batch))
          .isEqualTo(
              "0000000000000000" // sequence
                  + "03000000" // count
                  + "05"
                  + "01"
                  + "016b"
                  + "027676" // put
                  + "04"
                  + "02"
                  + "016b" // delete
                  + "0e"
                  + "ac02"
                  + "0161"
                  + "0162"); // delete range
      assertThat(batch.byteSize()).isEqualTo(batch.serialized().length);
    }
  }

  @Test
  void shouldWriteWhatRocksDbItselfWrites() throws RocksDBException {
    StoreDirectory at = StoreDirectory.at(folder);
    RocksEngine engine = RocksEngine.open(at, RocksStoreFixture.config());
    try (RocksBatch ours = new RocksBatch(engine.familyIds());
        WriteBatch theirs = new WriteBatch()) {
      Random random = new Random(7);
      for (int change = 0; change < 500; change++) {
        addToBoth(engine, ours, theirs, random);
      }
      assertThat(ours.serialized()).isEqualTo(theirs.data());
      assertThat(ours.count()).isEqualTo(theirs.count());
    } finally {
      engine.drain();
      engine.shutDown();
    }
  }

  private static void addToBoth(
      RocksEngine engine, RocksBatch ours, WriteBatch theirs, Random random)
      throws RocksDBException {
    Space space = SPACES.get(random.nextInt(SPACES.size()));
    ColumnFamilyHandle family = engine.family(space);
    byte[] key = new byte[random.nextInt(300)];
    random.nextBytes(key);
    byte[] value = new byte[random.nextInt(random.nextInt(10) == 0 ? 100_000 : 200)];
    random.nextBytes(value);
    switch (random.nextInt(3)) {
      case 0 -> {
        ours.put(space, key, value);
        theirs.put(family, key, value);
      }
      case 1 -> {
        ours.delete(space, key);
        theirs.delete(family, key);
      }
      default -> {
        KeySpan span = KeySpan.single(Key.wrap(key));
        ours.deleteRange(space, span);
        theirs.deleteRange(family, key, span.end().bytes());
      }
    }
  }

  @Test
  void shouldAllocateReservedMemoryOnce() {
    try (RocksBatch batch = new RocksBatch(FAMILIES);
        RocksBatch plain = new RocksBatch(FAMILIES)) {
      batch.put(Space.ROWS, bytes("first"), bytes("value"));
      plain.put(Space.ROWS, bytes("first"), bytes("value"));
      batch.reserve(5_000, 5_000 * 120);
      int reserved = batch.capacityBytes();
      for (int row = 0; row < 5_000; row++) {
        byte[] key = bytes("key%017d".formatted(row));
        batch.put(Space.ROWS, key, new byte[100]);
        plain.put(Space.ROWS, key, new byte[100]);
      }
      assertThat(batch.capacityBytes()).isEqualTo(reserved);
      assertThat(hex(batch)).isEqualTo(hex(plain));
      batch.reserve(Integer.MAX_VALUE, Batch.BYTES_MAX); // too much: the puts report it
      assertThat(batch.capacityBytes()).isEqualTo(reserved);
    }
  }

  @Test
  void shouldFreeMemoryOfALargeBatch() {
    try (RocksBatch batch = new RocksBatch(FAMILIES)) {
      batch.put(Space.ROWS, bytes("k"), new byte[4 * 1024 * 1024]);
      assertThat(batch.capacityBytes()).isGreaterThan(4 * 1024 * 1024);
      batch.clear();
      assertThat(batch.capacityBytes()).isLessThanOrEqualTo(1024 * 1024);
      assertThat(hex(batch)).isEqualTo("000000000000000000000000");
    }
  }
}
