package dev.colonnade.store.rocks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.rocks.config.CursorKind;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Comparison of the native cursor, the RocksJava cursor and the in-memory cursor on random data and
 * moves.
 */
class CursorComparisonTest {
  private static final int BATCHES = 40;
  private static final int CURSORS = 20;
  private static final int MOVES = 200;

  @TempDir private Path nativeFolder;
  @TempDir private Path plainFolder;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void shouldAgree(long seed) {
    Random random = new Random(seed);
    try (Store natives = RocksStoreFixture.open(nativeFolder, CursorKind.NATIVE);
        Store plains = RocksStoreFixture.open(plainFolder, CursorKind.PLAIN);
        Store memory = new MemoryStore()) {
      List<Store> stores = List.of(natives, plains, memory);
      for (int batch = 0; batch < BATCHES; batch++) {
        write(stores, random);
        if (random.nextInt(8) == 0) {
          stores.forEach(Store::flush);
        }
        if (random.nextInt(16) == 0) {
          stores.forEach(store -> store.compact(Space.ROWS, KeySpan.ALL));
        }
      }
      for (int cursor = 0; cursor < CURSORS; cursor++) {
        walk(stores, randomSpan(random), random);
      }
    }
  }

  private static void write(List<Store> stores, Random random) {
    long seed = random.nextLong();
    for (Store store : stores) {
      try (Batch batch = store.newBatch()) {
        fill(batch, new Random(seed));
        store.write(batch, Durability.RELAXED);
      }
    }
  }

  private static void fill(Batch batch, Random random) {
    int changes = random.nextInt(50);
    for (int change = 0; change < changes; change++) {
      switch (random.nextInt(20)) {
        case 0 -> batch.deleteRange(Space.ROWS, randomSpan(random));
        case 1, 2, 3, 4 -> batch.delete(Space.ROWS, randomKey(random).bytes());
        default -> {
          byte[] value = new byte[random.nextInt(300)];
          random.nextBytes(value);
          batch.put(Space.ROWS, randomKey(random).bytes(), value);
        }
      }
    }
  }

  /**
   * Returns a key of few different bytes and lengths, so that keys are often equal, adjacent or
   * prefixes of each other.
   */
  private static Key randomKey(Random random) {
    byte[] palette = {0, 1, 'a', (byte) 0x80, (byte) 0xFF};
    byte[] bytes = new byte[random.nextInt(5)];
    for (int at = 0; at < bytes.length; at++) {
      bytes[at] = palette[random.nextInt(palette.length)];
    }
    return Key.wrap(bytes);
  }

  private static KeySpan randomSpan(Random random) {
    Key one = randomKey(random);
    Key other = random.nextInt(4) == 0 ? Key.INFINITY : randomKey(random);
    return new KeySpan(Key.min(one, other), Key.max(one, other));
  }

  private static void walk(List<Store> stores, KeySpan bounds, Random random) {
    List<Cursor> cursors =
        stores.stream().map(store -> store.cursor(Space.ROWS, CursorOptions.over(bounds))).toList();
    for (int move = 0; move < MOVES; move++) {
      int kind = random.nextInt(cursors.getFirst().valid() ? 12 : 4);
      Key target = randomKey(random);
      cursors.forEach(cursor -> move(cursor, kind, target));
      assertThat(cursors.stream().map(CursorComparisonTest::key))
          .as("bounds=%s kind=%d target=%s", bounds, kind, target)
          .containsOnly(key(cursors.getLast()));
      if (cursors.getFirst().valid()) {
        byte[] value = cursors.getLast().value();
        assertThat(cursors).allSatisfy(cursor -> assertThat(cursor.value()).isEqualTo(value));
      }
    }
    cursors.forEach(Cursor::close);
  }

  private static void move(Cursor cursor, int kind, Key target) {
    switch (kind) {
      case 0 -> cursor.seekToFirst();
      case 1 -> cursor.seekToLast();
      case 2 -> cursor.seek(target);
      case 3 -> cursor.seekForPrev(target);
      case 4, 5, 6, 7 -> cursor.prev();
      default -> cursor.next();
    }
  }

  private static Optional<Key> key(Cursor cursor) {
    if (cursor.valid()) {
      return Optional.of(cursor.key());
    }
    cursor.checkStatus();
    return Optional.empty();
  }
}
