package dev.colonnade.mvcc.deletion;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionCursor;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.VersionLookup;
import dev.colonnade.store.Batch;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreReader;
import dev.colonnade.testing.Seed;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Metamorphic test: a store in which spans are deleted is read like one in which each of their keys
 * was deleted by itself.
 */
class DeletedSpanStoreTest {
  private static final int ROUNDS = 40;
  private static final int STEPS = 60;
  private static final int KEYS = 16;

  private final Random random = Seed.random("DeletedSpanStoreTest");
  private final MemoryStore files = new MemoryStore();
  private DeletedSpanStore spans = new DeletedSpanStore(files);
  private Store singles = new MemoryStore();
  private long timestamp = 100;

  /** Least timestamp whose versions are not collected. */
  private long horizon;

  @Test
  void shouldReadLikeSingleDeletes() {
    for (int round = 0; round < ROUNDS; round++) {
      reset();
      for (int step = 0; step < STEPS; step++) {
        change();
        compare(spans, singles);
      }
      try (Snapshot snapshot = spans.snapshot();
          Snapshot expected = singles.snapshot()) {
        change();
        compare(snapshot, expected);
      }
      spans = new DeletedSpanStore(files); // as after a restart
      compare(spans, singles);
    }
  }

  @Test
  void shouldLimitTheNumberOfSpans() {
    put(key(1));
    assertThat(singles.deletedSpansLeft()).isZero();
    assertThat(spans.deletedSpansLeft()).isEqualTo(DeletedSpans.COUNT_MAX);
    try (Batch batch = spans.newBatch()) {
      for (int number = 0; number < DeletedSpans.COUNT_MAX; number++) {
        new DeletedSpan(200, number, key(1), key(1)).putTo(batch);
      }
      spans.write(batch, Durability.SYNC);
    }
    assertThat(spans.deletedSpansLeft()).isZero();
    assertThat(VersionHeader.isTombstone(requireNonNull(spans.get(Space.ROWS, key(1))))).isTrue();
  }

  @Test
  void shouldLimitTheBytesOfLists() {
    KeySpan keys = span("1", "2");
    assertThat(singles.mayDeleteListed(keys, 1)).isFalse();
    assertThat(spans.mayDeleteListed(keys, DeletedSpans.LIST_BYTES_MAX)).isTrue();
    assertThat(spans.mayDeleteListed(keys, DeletedSpans.LIST_BYTES_MAX + 1)).isFalse();
    KeyList list = KeyList.of(List.of(key(1), key(3), key(300)));
    try (Batch batch = spans.newBatch()) {
      DeletedSpan.of(200, 0, list).putTo(batch);
      spans.write(batch, Durability.SYNC);
    }
    long left = DeletedSpans.LIST_BYTES_MAX - list.memoryBytes();
    assertThat(spans.mayDeleteListed(keys, left)).isTrue();
    assertThat(spans.mayDeleteListed(keys, left + 1)).isFalse();
  }

  @Test
  void shouldLimitTheNumberOfOverlappingLists() {
    for (int number = 0; number < DeletedSpans.OVERLAPPING_LISTS_MAX; number++) {
      assertThat(spans.mayDeleteListed(span("00", "02"), 2)).isTrue();
      try (Batch batch = spans.newBatch()) {
        DeletedSpan.of(200 + number, 0, KeyList.of(List.of(key(1), key(3)))).putTo(batch);
        spans.write(batch, Durability.SYNC);
      }
    }
    assertThat(spans.mayDeleteListed(span("00", "02"), 2)).isFalse();
    assertThat(spans.mayDeleteListed(span("04", "06"), 2)).isTrue();
    assertThat(spans.deletedSpansLeft()).isPositive();
  }

  @Test
  void shouldReadNoRowsForTheHistoryOfOtherKeys() {
    put(key(11));
    put(key(12));
    put(key(30));
    try (Batch batch = spans.newBatch()) {
      new DeletedSpan(timestamp + 1, 0, key(11), key(12)).putTo(batch);
      spans.write(batch, Durability.SYNC);
    }
    RowCursorCount reads = new RowCursorCount(files);
    StoreReader history =
        DeletedSpanReader.of(reads, DeletedSpans.read(files), DeletedSpanReader.NEWEST);
    assertThat(walk(history, Space.HISTORY, span("2", "4"), true)).isEmpty();
    assertThat(walk(history, Space.HISTORY, span("110", "4"), true)).hasSize(2);
    assertThat(walk(history, Space.HISTORY, span("13", "4"), true)).isEmpty();
    assertThat(reads.count).isEqualTo(1);
  }

  private static KeySpan span(String start, String end) {
    return new KeySpan(Key.wrap(start.getBytes(US_ASCII)), Key.wrap(end.getBytes(US_ASCII)));
  }

  /** Reader that counts the cursors over rows. */
  private static final class RowCursorCount implements StoreReader {
    private final StoreReader store;
    private int count;

    RowCursorCount(StoreReader store) {
      this.store = store;
    }

    @Override
    public byte @Nullable [] get(Space space, Key key) {
      return store.get(space, key);
    }

    @Override
    public CachedValue tryGet(Space space, Key key) {
      return store.tryGet(space, key);
    }

    @Override
    public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
      return store.multiGet(space, keys);
    }

    @Override
    public Cursor cursor(Space space, CursorOptions options) {
      count += space == Space.ROWS ? 1 : 0;
      return store.cursor(space, options);
    }
  }

  private void reset() {
    for (Store store : List.of(spans, singles)) {
      try (Batch batch = store.newBatch()) {
        batch.deleteRange(Space.ROWS, KeySpan.ALL);
        batch.deleteRange(Space.HISTORY, KeySpan.ALL);
        batch.deleteRange(Space.META, KeySpan.ALL);
        store.write(batch, Durability.SYNC);
      }
    }
    assertThat(spans.spans()).isEmpty();
  }

  private static Key key(int index) {
    return Key.wrap("%02d".formatted(index).getBytes(US_ASCII));
  }

  private Key randomKey() {
    return key(random.nextInt(KEYS));
  }

  private void change() {
    switch (random.nextInt(4)) {
      case 0, 1 -> put(randomKey());
      case 2 -> deleteSpan();
      default -> collect();
    }
  }

  private void put(Key key) {
    timestamp += 1 + random.nextInt(3);
    byte[] value = new byte[VersionHeader.BYTES + random.nextInt(700)];
    random.nextBytes(value);
    value[VersionHeader.FLAGS_OFFSET] = 0;
    VersionHeader.setTimestamp(value, timestamp);
    for (Store store : List.of(spans, singles)) {
      byte[] present = store.get(Space.ROWS, key);
      try (Batch batch = store.newBatch()) {
        if (present != null && !VersionHeader.isTombstone(present)) {
          supersede(batch, key, present, false);
        }
        batch.put(Space.ROWS, key.bytes(), value);
        store.write(batch, Durability.SYNC);
      }
    }
  }

  private void supersede(Batch batch, Key key, byte[] present, boolean byTombstone) {
    byte[] entry = HistoryLayout.value(present);
    HistoryLayout.setSuperseded(entry, timestamp, byTombstone);
    batch.put(Space.HISTORY, HistoryLayout.key(key, VersionHeader.timestamp(present)), entry);
  }

  private void deleteSpan() {
    timestamp++;
    Key one = randomKey();
    Key other = randomKey();
    Key first = Key.min(one, other);
    Key last = Key.max(one, other);
    KeySpan span = new KeySpan(first, last.successor());
    List<Key> deleted = random.nextBoolean() ? liveKeys(span) : someKeys(span);
    KeyList list = deleted.equals(liveKeys(span)) ? null : KeyList.of(deleted);
    try (Batch batch = spans.newBatch()) {
      (list == null
              ? new DeletedSpan(timestamp, 0, first, last)
              : DeletedSpan.of(timestamp, 0, list))
          .putTo(batch);
      spans.write(batch, Durability.SYNC);
    }
    try (Batch batch = singles.newBatch()) {
      for (Key key : deleted) {
        supersede(batch, key, requireNonNull(singles.get(Space.ROWS, key)), true);
        byte[] tombstone = VersionHeader.tombstone();
        VersionHeader.setTimestamp(tombstone, timestamp);
        batch.put(Space.ROWS, key.bytes(), tombstone);
      }
      singles.write(batch, Durability.SYNC);
    }
  }

  /** Returns some keys with a value; all if there are none. */
  private List<Key> someKeys(KeySpan span) {
    List<Key> all = liveKeys(span);
    List<Key> some = all.stream().filter(_ -> random.nextInt(3) > 0).toList();
    return some.isEmpty() ? all : some;
  }

  private List<Key> liveKeys(KeySpan span) {
    List<Key> keys = new ArrayList<>();
    try (Cursor rows = singles.cursor(Space.ROWS, CursorOptions.over(span))) {
      for (rows.seekToFirst(); rows.valid(); rows.next()) {
        if (!VersionHeader.isTombstone(rows.valueAddress())) {
          keys.add(rows.key());
        }
      }
    }
    return keys;
  }

  /** Removes old versions as the garbage collector does: a tombstone with its history entry. */
  private void collect() {
    long point = timestamp - random.nextInt(20);
    horizon = Math.max(horizon, point);
    for (Store store : List.of(spans, singles)) {
      try (Batch batch = store.newBatch();
          Cursor history = store.cursor(Space.HISTORY, CursorOptions.over(KeySpan.ALL))) {
        for (history.seekToFirst(); history.valid(); history.next()) {
          long supersededAt = HistoryLayout.supersededAt(history.valueAddress());
          if (supersededAt <= point) {
            byte[] entry = history.key().bytes();
            byte[] key = Arrays.copyOf(entry, entry.length - Long.BYTES);
            batch.delete(Space.HISTORY, entry);
            byte[] row = store.get(Space.ROWS, Key.wrap(key));
            if (row != null
                && VersionHeader.isTombstone(row)
                && VersionHeader.timestamp(row) == supersededAt) {
              batch.delete(Space.ROWS, key);
            }
          }
        }
        store.write(batch, Durability.SYNC);
      }
    }
  }

  private void compare(StoreReader actual, StoreReader expected) {
    for (Space space : List.of(Space.ROWS, Space.HISTORY)) {
      KeySpan bounds = random.nextInt(3) == 0 ? KeySpan.ALL : randomSpan(space);
      assertThat(walk(actual, space, bounds, true)).isEqualTo(walk(expected, space, bounds, true));
      assertThat(walk(actual, space, bounds, false))
          .isEqualTo(walk(expected, space, bounds, false));
      compareMoves(actual, expected, space, bounds);
    }
    compareVersions(actual, expected);
    List<Key> keys = List.of(randomKey(), randomKey(), randomKey());
    assertThat(hex(actual.multiGet(Space.ROWS, keys)))
        .isEqualTo(hex(expected.multiGet(Space.ROWS, keys)));
    for (Key key : keys) {
      assertThat(actual.get(Space.ROWS, key)).isEqualTo(expected.get(Space.ROWS, key));
      assertThat(cached(actual, key)).isEqualTo(cached(expected, key));
    }
  }

  /** Compares the versions that are visible at a timestamp. */
  private void compareVersions(StoreReader actual, StoreReader expected) {
    long readTimestamp = horizon + random.nextLong(timestamp - horizon + 3);
    KeySpan bounds = random.nextBoolean() ? KeySpan.ALL : randomSpan(Space.ROWS);
    assertThat(versions(actual, bounds, readTimestamp))
        .isEqualTo(versions(expected, bounds, readTimestamp));
    Key key = randomKey();
    assertThat(version(actual, key, readTimestamp))
        .isEqualTo(version(expected, key, readTimestamp));
  }

  private static String version(StoreReader store, Key key, long readTimestamp) {
    Version version = new VersionLookup(store).find(key, readTimestamp);
    return version == null ? "none" : HexFormat.of().formatHex(version.value());
  }

  private static List<String> versions(StoreReader store, KeySpan bounds, long readTimestamp) {
    List<String> versions = new ArrayList<>();
    try (VersionCursor cursor =
        new VersionLookup(store).cursor(CursorOptions.over(bounds), readTimestamp)) {
      for (boolean more = cursor.seekToFirst(); more; more = cursor.next()) {
        versions.add(cursor.key() + "=" + HexFormat.of().formatHex(cursor.value()));
      }
      boolean isPure = cursor.versionsLookedUp() == 0;
      versions.add("pure=" + isPure);
      List<String> reverse = new ArrayList<>();
      for (boolean more = cursor.seekToLast(); more; more = cursor.prev()) {
        reverse.add(cursor.key() + "=" + HexFormat.of().formatHex(cursor.value()));
      }
      assertThat(reverse.reversed()).isEqualTo(versions.subList(0, versions.size() - 1));
    }
    return versions;
  }

  private static String cached(StoreReader store, Key key) {
    return switch (store.tryGet(Space.ROWS, key)) {
      case CachedValue.Found(byte[] value) -> HexFormat.of().formatHex(value);
      case CachedValue.Absent absent -> absent.toString();
      case CachedValue.NotCached notCached -> notCached.toString();
    };
  }

  private static List<String> hex(List<byte @Nullable []> values) {
    return values.stream()
        .map(value -> value == null ? "" : HexFormat.of().formatHex(value))
        .toList();
  }

  /** Returns a key of the space, or one near it: a prefix, or with more bytes. */
  private Key randomTarget(Space space) {
    Key key = randomKey();
    return switch (random.nextInt(5)) {
      case 0 -> key;
      case 1 -> key.successor();
      case 2 -> {
        byte[] entry = HistoryLayout.key(key, 90 + random.nextLong(timestamp - 80));
        yield Key.wrap(Arrays.copyOf(entry, 1 + random.nextInt(entry.length)));
      }
      default ->
          space == Space.ROWS
              ? key
              : Key.wrap(HistoryLayout.key(key, 90 + random.nextLong(timestamp - 80)));
    };
  }

  private KeySpan randomSpan(Space space) {
    Key one = randomTarget(space);
    Key other = randomTarget(space);
    return new KeySpan(Key.min(one, other), Key.max(one, other));
  }

  private static List<String> walk(
      StoreReader store, Space space, KeySpan bounds, boolean isForward) {
    List<String> entries = new ArrayList<>();
    try (Cursor cursor = store.cursor(space, CursorOptions.over(bounds))) {
      if (isForward) {
        for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
          entries.add(text(cursor));
        }
      } else {
        for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
          entries.add(text(cursor));
        }
      }
      cursor.checkStatus();
    }
    return entries;
  }

  private static String text(Cursor cursor) {
    return cursor.valid() ? cursor.key() + "=" + HexFormat.of().formatHex(cursor.value()) : "end";
  }

  /** Moves a cursor of each store in the same random way. */
  private void compareMoves(StoreReader actual, StoreReader expected, Space space, KeySpan bounds) {
    try (Cursor one = actual.cursor(space, CursorOptions.over(bounds));
        Cursor other = expected.cursor(space, CursorOptions.over(bounds))) {
      for (int move = 0; move < 8; move++) {
        int kind = random.nextInt(one.valid() ? 8 : 2);
        Key target = randomTarget(space);
        for (Cursor cursor : List.of(one, other)) {
          switch (kind) {
            case 0 -> cursor.seek(target);
            case 1 -> cursor.seekForPrev(target);
            case 2, 3, 4 -> cursor.next();
            default -> cursor.prev();
          }
        }
        assertThat(text(one)).as("%s move %d to %s", space, kind, target).isEqualTo(text(other));
      }
    }
  }
}
