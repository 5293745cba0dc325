package dev.colonnade.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Contract tests for all implementations of {@code Store}, except cursors ({@link CursorContract}).
 */
public abstract class StoreContract {
  private Store store;

  /** Returns a new, empty store. */
  protected abstract Store open();

  @BeforeEach
  void openStore() {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  public static Key key(String text) {
    return Key.wrap(text.getBytes(UTF_8));
  }

  public static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  private void put(Space space, String key, String value) {
    try (Batch batch = store.newBatch()) {
      batch.put(space, bytes(key), bytes(value));
      store.write(batch, Durability.RELAXED);
    }
  }

  private static @Nullable String text(byte @Nullable [] value) {
    return value == null ? null : new String(value, UTF_8);
  }

  private @Nullable String get(Space space, String key) {
    return text(store.get(space, key(key)));
  }

  @Test
  void shouldReturnThePutValue() {
    put(Space.ROWS, "a", "1");
    assertThat(get(Space.ROWS, "a")).isEqualTo("1");
    assertThat(get(Space.ROWS, "b")).isNull();
  }

  @Test
  void shouldReturnTheNewestValue() {
    put(Space.ROWS, "a", "1");
    put(Space.ROWS, "a", "2");
    assertThat(get(Space.ROWS, "a")).isEqualTo("2");
  }

  @Test
  void shouldSeparateKeyspaces() {
    put(Space.META, "a", "meta");
    put(Space.ROWS, "a", "rows");
    assertThat(get(Space.META, "a")).isEqualTo("meta");
    assertThat(get(Space.ROWS, "a")).isEqualTo("rows");
    assertThat(get(Space.HISTORY, "a")).isNull();
  }

  @Test
  void shouldDistinguishAnEmptyValueFromAnAbsentKey() {
    put(Space.ROWS, "a", "");
    assertThat(store.get(Space.ROWS, key("a"))).isEmpty();
  }

  @Test
  void shouldAcceptTheEmptyKey() {
    put(Space.ROWS, "", "nothing");
    assertThat(get(Space.ROWS, "")).isEqualTo("nothing");
  }

  @Test
  void shouldApplyChangesInTheirOrder() {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, bytes("a"), bytes("1"));
      batch.delete(Space.ROWS, bytes("a"));
      batch.put(Space.ROWS, bytes("b"), bytes("1"));
      batch.put(Space.ROWS, bytes("b"), bytes("2"));
      batch.put(Space.META, bytes("c"), bytes("3"));
      store.write(batch, Durability.SYNC);
    }
    assertThat(get(Space.ROWS, "a")).isNull();
    assertThat(get(Space.ROWS, "b")).isEqualTo("2");
    assertThat(get(Space.META, "c")).isEqualTo("3");
  }

  @Test
  void shouldDeleteARange() {
    for (String key : List.of("a", "b", "c", "d")) {
      put(Space.ROWS, key, key);
      put(Space.META, key, key);
    }
    try (Batch batch = store.newBatch()) {
      batch.deleteRange(Space.ROWS, new KeySpan(key("b"), key("d")));
      batch.put(Space.ROWS, bytes("c"), bytes("again"));
      store.write(batch, Durability.RELAXED);
    }
    assertThat(get(Space.ROWS, "a")).isEqualTo("a");
    assertThat(get(Space.ROWS, "b")).isNull();
    assertThat(get(Space.ROWS, "c")).isEqualTo("again");
    assertThat(get(Space.ROWS, "d")).isEqualTo("d");
    assertThat(get(Space.META, "b")).isEqualTo("b");
  }

  @Test
  void shouldDeleteARangeWithoutEnd() {
    byte[] greatest = new byte[Store.KEY_BYTES_MAX];
    Arrays.fill(greatest, (byte) 0xFF);
    put(Space.ROWS, "a", "1");
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, greatest, bytes("2"));
      batch.deleteRange(Space.ROWS, KeySpan.from(key("b")));
      store.write(batch, Durability.RELAXED);
    }
    assertThat(store.get(Space.ROWS, Key.wrap(greatest))).isNull();
    assertThat(get(Space.ROWS, "a")).isEqualTo("1");
  }

  @Test
  void shouldIgnoreAnEmptyRange() {
    put(Space.ROWS, "a", "1");
    try (Batch batch = store.newBatch()) {
      batch.deleteRange(Space.ROWS, new KeySpan(key("a"), key("a")));
      assertThat(batch.isEmpty()).isTrue();
      store.write(batch, Durability.RELAXED);
    }
    assertThat(get(Space.ROWS, "a")).isEqualTo("1");
  }

  @Test
  void shouldAcceptSlicesOfArraysAndNativeMemory() {
    try (Batch batch = store.newBatch();
        Arena arena = Arena.ofConfined()) {
      MemorySegment key = MemorySegment.ofArray(bytes("xxkeyxx")).asSlice(2, 3);
      batch.put(Space.ROWS, key, arena.allocateFrom("value").asSlice(0, 5));
      store.write(batch, Durability.RELAXED);
    }
    assertThat(get(Space.ROWS, "key")).isEqualTo("value");
  }

  @Test
  void shouldCopyKeysAndValuesImmediately() {
    byte[] key = bytes("a");
    byte[] value = bytes("1");
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, key, value);
      key[0] = 'z';
      value[0] = '9';
      store.write(batch, Durability.RELAXED);
    }
    assertThat(get(Space.ROWS, "a")).isEqualTo("1");
    assertThat(get(Space.ROWS, "z")).isNull();
  }

  @Test
  void shouldReuseABatch() {
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, bytes("a"), bytes("1"));
      long one = batch.byteSize();
      assertThat(batch.count()).isEqualTo(1);
      store.write(batch, Durability.RELAXED);
      batch.clear();
      assertThat(batch.count()).isZero();
      assertThat(batch.byteSize()).isLessThan(one);
      batch.put(Space.ROWS, bytes("b"), bytes("2"));
      store.write(batch, Durability.RELAXED);
    }
    assertThat(get(Space.ROWS, "a")).isEqualTo("1");
    assertThat(get(Space.ROWS, "b")).isEqualTo("2");
  }

  @Test
  void shouldWriteAnEmptyBatch() {
    try (Batch batch = store.newBatch()) {
      store.write(batch, Durability.SYNC);
    }
    assertThat(get(Space.ROWS, "a")).isNull();
  }

  @Test
  void shouldAcceptTheLongestKeyAndRejectALongerOne() {
    byte[] longest = new byte[Store.KEY_BYTES_MAX];
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, longest, bytes("1"));
      assertThatThrownBy(() -> batch.put(Space.ROWS, new byte[Store.KEY_BYTES_MAX + 1], bytes("2")))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
      assertThat(batch.count()).isEqualTo(1);
      store.write(batch, Durability.RELAXED);
    }
    assertThat(text(store.get(Space.ROWS, Key.wrap(longest)))).isEqualTo("1");
  }

  @Test
  @SuppressWarnings("restricted") // a segment without memory
  void shouldRejectABatchThatIsTooLarge() {
    MemorySegment tooMuch =
        MemorySegment.NULL.reinterpret(Batch.BYTES_MAX); // rejected before it is read
    try (Batch batch = store.newBatch()) {
      batch.put(Space.ROWS, bytes("a"), bytes("1"));
      assertThatThrownBy(() -> batch.put(Space.ROWS, MemorySegment.ofArray(bytes("b")), tooMuch))
          .isInstanceOfSatisfying(
              ColonnadeException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
      store.write(batch, Durability.RELAXED);
    }
    assertThat(get(Space.ROWS, "a")).isEqualTo("1");
  }

  @Test
  void shouldGetManyInTheirOrder() {
    put(Space.ROWS, "a", "1");
    put(Space.ROWS, "c", "3");
    List<byte @Nullable []> values =
        store.multiGet(Space.ROWS, List.of(key("c"), key("b"), key("a"), key("c")));
    assertThat(values.stream().map(StoreContract::text)).containsExactly("3", null, "1", "3");
    assertThat(store.multiGet(Space.ROWS, List.of())).isEmpty();
  }

  @Test
  void shouldTryGetFromMemory() {
    put(Space.ROWS, "a", "1");
    assertThat(store.tryGet(Space.ROWS, key("a")))
        .isInstanceOfSatisfying(
            CachedValue.Found.class, found -> assertThat(text(found.value())).isEqualTo("1"));
    assertThat(store.tryGet(Space.ROWS, key("b"))).isEqualTo(CachedValue.Absent.ABSENT);
  }

  @Test
  void shouldReadTheStateOfASnapshot() {
    put(Space.ROWS, "a", "1");
    try (Snapshot snapshot = store.snapshot()) {
      put(Space.ROWS, "a", "2");
      put(Space.ROWS, "b", "2");
      assertThat(text(snapshot.get(Space.ROWS, key("a")))).isEqualTo("1");
      assertThat(snapshot.get(Space.ROWS, key("b"))).isNull();
      assertThat(snapshot.tryGet(Space.ROWS, key("b"))).isEqualTo(CachedValue.Absent.ABSENT);
      assertThat(
              snapshot.multiGet(Space.ROWS, List.of(key("a"), key("b"))).stream()
                  .map(StoreContract::text))
          .containsExactly("1", null);
      try (Cursor cursor = snapshot.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
        assertThat(cursor.seekToFirst()).isTrue();
        assertThat(text(cursor.value())).isEqualTo("1");
        assertThat(cursor.next()).isFalse();
        cursor.checkStatus();
      }
    }
    assertThat(get(Space.ROWS, "a")).isEqualTo("2");
  }

  @Test
  void shouldLetACursorOutliveItsSnapshot() {
    put(Space.ROWS, "a", "1");
    Snapshot snapshot = store.snapshot();
    try (Cursor cursor = snapshot.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      snapshot.close();
      put(Space.ROWS, "a", "2");
      store.flush();
      store.compact(Space.ROWS, KeySpan.ALL);
      assertThat(cursor.seekToFirst()).isTrue();
      assertThat(text(cursor.value())).isEqualTo("1");
    }
  }

  @Test
  void shouldRejectAClosedSnapshot() {
    Snapshot snapshot = store.snapshot();
    snapshot.close();
    snapshot.close();
    assertThatThrownBy(() -> snapshot.get(Space.ROWS, key("a")))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("snapshot is closed");
  }

  @Test
  void shouldFailToCloseWithAnOpenCursor() {
    put(Space.ROWS, "a", "1");
    try (Cursor cursor = store.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL))) {
      assertThatIllegalStateException()
          .isThrownBy(store::close)
          .withMessageContaining("openCount=1");
      assertThat(cursor.seekToFirst()).isTrue();
    }
    assertThat(get(Space.ROWS, "a")).isEqualTo("1");
  }

  @Test
  void shouldRejectUseAfterClose() {
    Batch batch = store.newBatch();
    store.close();
    store.close();
    assertClosed(() -> store.get(Space.ROWS, key("a")));
    assertClosed(() -> store.tryGet(Space.ROWS, key("a")));
    assertClosed(() -> store.multiGet(Space.ROWS, List.of(key("a"))));
    assertClosed(() -> store.cursor(Space.ROWS, CursorOptions.over(KeySpan.ALL)));
    assertClosed(() -> store.snapshot());
    assertClosed(() -> store.write(batch, Durability.RELAXED));
    assertClosed(() -> store.approximateBytes(Space.ROWS, KeySpan.ALL));
    assertClosed(() -> store.flush());
    assertClosed(() -> store.compact(Space.ROWS, KeySpan.ALL));
    assertClosed(() -> store.statistics());
  }

  private static void assertClosed(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SHUTTING_DOWN));
  }

  @Test
  void shouldRejectABatchOfAnotherStore() {
    Batch alien = new ForeignBatch();
    assertThatThrownBy(() -> store.write(alien, Durability.RELAXED))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("another store");
  }

  @Test
  void shouldEstimateBytes() {
    byte[] value = new byte[1000];
    new Random(1).nextBytes(value);
    try (Batch batch = store.newBatch()) {
      for (int row = 0; row < 1000; row++) {
        batch.put(Space.ROWS, bytes("k%04d".formatted(row)), value);
      }
      store.write(batch, Durability.RELAXED);
    }
    long inMemory = store.approximateBytes(Space.ROWS, KeySpan.ALL);
    store.flush();
    assertThat(inMemory).isBetween(500_000L, 2_000_000L);
    assertThat(store.approximateBytes(Space.ROWS, new KeySpan(key("k0250"), key("k0750"))))
        .isBetween(100_000L, 900_000L);
    assertThat(store.approximateBytes(Space.META, KeySpan.ALL)).isZero();
    assertThat(store.approximateBytes(Space.ROWS, new KeySpan(key("a"), key("a")))).isZero();
  }

  @Test
  void shouldCountWrites() {
    put(Space.ROWS, "a", "1");
    try (Batch batch = store.newBatch()) {
      batch.put(Space.META, bytes("b"), bytes("2"));
      store.write(batch, Durability.SYNC);
    }
    StoreStatistics statistics = store.statistics();
    assertThat(statistics.writes().batches()).isEqualTo(2);
    assertThat(statistics.writes().batchBytes()).isPositive();
    assertThat(statistics.writes().walBytes()).isPositive();
    assertThat(statistics.writes().walSyncs()).isEqualTo(1);
    assertThat(statistics.background().writesStopped()).isFalse();
    assertThat(statistics.spaces()).containsOnlyKeys(Space.values());
    assertThat(statistics.space(Space.ROWS))
        .satisfies(rows -> assertThat(rows.keysEstimate()).isEqualTo(1))
        .satisfies(rows -> assertThat(rows.memtableBytes()).isPositive());
  }

  @Test
  void shouldReturnItsIdentity() {
    assertThat(store.identity().formatVersion()).isEqualTo(1);
    assertThat(store.identity()).isEqualTo(store.identity());
  }

  /** Batch implementation that belongs to no store. */
  private static final class ForeignBatch implements Batch {
    @Override
    public void put(Space space, byte[] key, byte[] value) {}

    @Override
    public void put(Space space, MemorySegment key, MemorySegment value) {}

    @Override
    public void delete(Space space, byte[] key) {}

    @Override
    public void deleteRange(Space space, KeySpan span) {}

    @Override
    public long byteSize() {
      return 0;
    }

    @Override
    public int count() {
      return 0;
    }

    @Override
    public void clear() {}

    @Override
    public void close() {}
  }
}
