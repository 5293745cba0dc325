package dev.colonnade.mvcc.buffer.overlay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.buffer.BufferedWrite;
import dev.colonnade.mvcc.buffer.OwnWrites;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.store.Batch;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import dev.colonnade.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OverlayCursorTest {
  private static final int KEYS = 24;
  private static final CursorOptions ALL = CursorOptions.over(KeySpan.ALL);

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
  void shouldMoveAsACursorOverTheMergedRows(int round) {
    long seed = Seed.of("OverlayCursorTest") + round;
    Random random = new Random(seed);
    try (MemoryStore store = new MemoryStore();
        MemoryStore merged = new MemoryStore()) {
      NavigableMap<Key, byte[]> own = new TreeMap<>();
      for (int index = 0; index < KEYS; index++) {
        int where = random.nextInt(4);
        if ((where & 1) != 0) {
          put(store, key(index), "store" + index);
          put(merged, key(index), "store" + index);
        }
        if ((where & 2) != 0) {
          String text = "own" + "x".repeat(random.nextInt(index % 8 == 0 ? 40_000 : 600)) + index;
          own.put(key(index), text.getBytes(StandardCharsets.UTF_8));
          put(merged, key(index), text);
        }
      }
      KeySpan bounds = random.nextBoolean() ? KeySpan.ALL : new KeySpan(key(3), key(19));
      CursorOptions options = CursorOptions.over(bounds);
      try (Cursor cursor = new OverlayReader(store, own(own)).cursor(Space.ROWS, options);
          Cursor expected = merged.cursor(Space.ROWS, options)) {
        for (int step = 0; step < 3_000; step++) {
          move(random, cursor, expected);
          assertSame(cursor, expected, "seed=%s step=%s".formatted(seed, step));
        }
      }
    }
  }

  private static void move(Random random, Cursor cursor, Cursor expected) {
    int kind = expected.valid() ? random.nextInt(14) : 10 + random.nextInt(4);
    byte[] target = key(random.nextInt(KEYS)).bytes();
    if (kind < 5) {
      assertThat(cursor.next()).isEqualTo(expected.next());
    } else if (kind < 10) {
      assertThat(cursor.prev()).isEqualTo(expected.prev());
    } else if (kind == 10) {
      assertThat(cursor.seek(target, 2)).isEqualTo(expected.seek(target, 2));
    } else if (kind == 11) {
      assertThat(cursor.seekForPrev(target, 2)).isEqualTo(expected.seekForPrev(target, 2));
    } else if (kind == 12) {
      assertThat(cursor.seekToFirst()).isEqualTo(expected.seekToFirst());
    } else {
      assertThat(cursor.seekToLast()).isEqualTo(expected.seekToLast());
    }
  }

  private static void assertSame(Cursor cursor, Cursor expected, String where) {
    assertThat(cursor.valid()).as(where).isEqualTo(expected.valid());
    if (expected.valid()) {
      assertThat(cursor.key()).as(where).isEqualTo(expected.key());
      assertThat(cursor.value()).as(where).isEqualTo(expected.value());
    } else {
      cursor.checkStatus();
    }
  }

  @Test
  void shouldOverlayGetsOfRowsOnly() {
    try (MemoryStore store = new MemoryStore()) {
      put(store, key(1), "one");
      put(store, key(2), "two");
      byte[] written = "own".getBytes(StandardCharsets.UTF_8);
      OverlayReader reader = new OverlayReader(store, own(new TreeMap<>(Map.of(key(1), written))));
      assertThat(reader.get(Space.ROWS, key(1))).isEqualTo(written).isNotSameAs(written);
      assertThat(reader.get(Space.META, key(1))).isNull();
      assertThat(reader.get(Space.ROWS, key(2))).asString(StandardCharsets.UTF_8).isEqualTo("two");
      assertThat(reader.multiGet(Space.ROWS, List.of(key(1), key(2), key(3))).get(0))
          .isEqualTo(written);
      assertThat(reader.tryGet(Space.ROWS, key(1))).isInstanceOf(CachedValue.Found.class);
      assertThat(reader.tryGet(Space.ROWS, key(3))).isEqualTo(CachedValue.Absent.ABSENT);
      try (Cursor cursor = reader.cursor(Space.META, ALL)) {
        assertThat(cursor.seekToFirst()).isFalse();
      }
    }
  }

  @Test
  void shouldNotTreatAnErrorAsTheEnd() {
    try (MemoryStore store = new MemoryStore()) {
      put(store, key(1), "one");
      OverlayReader reader =
          new OverlayReader(store, own(new TreeMap<>(Map.of(key(9), new byte[] {1}))));
      try (Cursor cursor = reader.cursor(Space.ROWS, ALL)) {
        store.faults().failRead(1, ErrorCode.STORE_IO);
        assertThatThrownBy(cursor::seekToFirst).isInstanceOf(ColonnadeException.class);
      }
    }
  }

  private static OwnWrites own(NavigableMap<Key, byte[]> rows) {
    NavigableMap<Key, BufferedWrite> writes = new TreeMap<>();
    rows.forEach((key, value) -> writes.put(key, new BufferedWrite(value, Condition.ANY, false)));
    return OwnWrites.of(writes);
  }

  private static Key key(int index) {
    return Key.wrap(new byte[] {'k', (byte) index});
  }

  private static void put(MemoryStore store, Key key, String text) {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, key.bytes(), text.getBytes(StandardCharsets.UTF_8));
      store.write(batch, Durability.RELAXED);
    }
  }
}
