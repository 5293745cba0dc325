package dev.colonnade.mvcc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import dev.colonnade.testing.Seed;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AscendingRowReaderTest {
  private final MemoryStore store = new MemoryStore();

  @AfterEach
  void close() {
    store.close();
  }

  private static Key key(int number) {
    return Key.wrap(ByteBuffer.allocate(Integer.BYTES).putInt(number).array());
  }

  private static List<Key> keys(int count, int distance) {
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      keys.add(key(i * distance));
    }
    return keys;
  }

  private void put(int number) {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, key(number).bytes(), key(number + 1).bytes());
      store.write(batch, Durability.RELAXED);
    }
  }

  private void assertSame(List<byte @Nullable []> values, List<Key> keys) {
    assertThat(values.stream().map(Arrays::toString).toList())
        .isEqualTo(store.multiGet(Space.ROWS, keys).stream().map(Arrays::toString).toList());
  }

  @Test
  void shouldSeekOnceForAdjacentKeys() {
    for (int number = 0; number < 3_000; number++) {
      put(number);
    }
    List<Key> keys = keys(1_500, 2);
    try (AscendingRowReader rows = new AscendingRowReader(store, KeySpan.ALL, keys.size())) {
      List<byte @Nullable []> values = new ArrayList<>();
      for (int from = 0; from < keys.size(); from += 100) {
        values.addAll(rows.read(keys.subList(from, from + 100)));
      }
      assertSame(values, keys);
      assertThat(rows.seekCount()).isEqualTo(1);
    }
  }

  @Test
  void shouldReturnToMultiGetsForDistantKeys() {
    for (int number = 0; number < 40_000; number += 2) {
      put(number);
    }
    List<Key> keys = keys(2_000, 20);
    try (AscendingRowReader rows = new AscendingRowReader(store, KeySpan.ALL, keys.size())) {
      assertSame(rows.read(keys), keys);
      assertThat(rows.seekCount()).isEqualTo(64);
    }
  }

  @Test
  void shouldReadFewKeysWithoutACursor() {
    put(1);
    try (AscendingRowReader rows = new AscendingRowReader(store, KeySpan.ALL, 2)) {
      assertThat(rows.read(keys(2, 1))).containsExactly(null, key(2).bytes());
      assertThat(rows.seekCount()).isZero();
    }
  }

  @Test
  void shouldReturnTheSameAsMultiGets() {
    Random random = Seed.random("AscendingRowReaderTest");
    for (int round = 0; round < 50; round++) {
      int width = 1 + random.nextInt(2_000);
      for (int i = 0; i < random.nextInt(200); i++) {
        put(random.nextInt(width));
      }
      List<Key> keys = new ArrayList<>();
      for (int i = 0; i < 6_000; i++) {
        keys.add(key(random.nextInt(width)));
        if (random.nextInt(2_000) == 0) {
          Collections.sort(keys); // in order up to here
        }
      }
      try (AscendingRowReader rows = new AscendingRowReader(store, KeySpan.ALL, keys.size())) {
        int from = 0;
        while (from < keys.size()) {
          int to = Math.min(keys.size(), from + 1 + random.nextInt(600));
          List<Key> part = keys.subList(from, to);
          assertSame(rows.read(part), part);
          from = to;
        }
      }
    }
  }
}
