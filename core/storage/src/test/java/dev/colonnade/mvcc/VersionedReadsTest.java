package dev.colonnade.mvcc;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.gc.GarbageCollectionResult;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VersionedReadsTest {
  private final MemoryStore store = new MemoryStore();
  private final MvccFixture fixture = new MvccFixture(store, GroupParticipant.NONE);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void shouldReadTheVisibleVersionAtEachTimestamp() {
    long before = fixture.reads.latest();
    long first = fixture.put("a", "1");
    long second = fixture.put("a", "2");
    long deleted = fixture.delete("a");
    long third = fixture.put("a", "3");

    assertThat(fixture.get("a", before)).isNull();
    assertThat(fixture.get("a", first)).isEqualTo("1");
    assertThat(fixture.get("a", second)).isEqualTo("2");
    assertThat(fixture.get("a", deleted)).isNull();
    assertThat(fixture.get("a", third)).isEqualTo("3");
    assertThat(fixture.reads.get(key("a"), second))
        .extracting(Version::timestamp)
        .isEqualTo(second);
  }

  @Test
  void shouldReturnTheSameVersionsByCursorAndByGet() {
    List<Long> timestamps = new ArrayList<>();
    timestamps.add(fixture.put("b", "1"));
    timestamps.add(fixture.put("a", "2"));
    timestamps.add(fixture.put("b", "3"));
    timestamps.add(fixture.delete("a"));
    timestamps.add(fixture.put("c", "4"));
    timestamps.add(fixture.put("a", "5"));

    List<List<String>> expected =
        List.of(
            List.of("b=1"),
            List.of("a=2", "b=1"),
            List.of("a=2", "b=3"),
            List.of("b=3"),
            List.of("b=3", "c=4"),
            List.of("a=5", "b=3", "c=4"));
    for (int i = 0; i < expected.size(); i++) {
      try (ReadView view = fixture.reads.open(timestamps.get(i))) {
        assertThat(forward(view, KeySpan.ALL)).isEqualTo(expected.get(i));
        assertThat(backward(view, KeySpan.ALL)).isEqualTo(expected.get(i).reversed());
      }
    }
  }

  @Test
  void shouldReadAStableSnapshotDuringWritesAndCollection() {
    fixture.put("a", "1");
    fixture.put("b", "1");
    try (ReadView view = fixture.reads.open();
        VersionCursor cursor = view.cursor(KeySpan.ALL)) {
      assertThat(cursor.seekToFirst()).isTrue();
      fixture.put("a", "2");
      fixture.put("b", "2");
      fixture.delete("b");
      fixture.collector.collect(fixture.reads.latest(), Runnable::run).join();
      assertThat(text(cursor.value())).isEqualTo("1");
      assertThat(cursor.next()).isTrue();
      assertThat(text(cursor.value())).isEqualTo("1");
      assertThat(cursor.next()).isFalse();
      assertThat(forward(view, KeySpan.ALL)).containsExactly("a=1", "b=1");
      assertThat(text(view.get(key("b")))).isEqualTo("1");
    }
  }

  @Test
  void shouldReadHistoryEntriesAddedAfterTheRowsCursor() {
    fixture.put("a", "1");
    long timestamp = fixture.put("b", "1");
    fixture.put("b", "2");
    try (ReadView view = fixture.reads.open(timestamp);
        VersionCursor cursor = view.cursor(KeySpan.ALL)) {
      cursor.seekToFirst();
      fixture.put("b", "3");
      fixture.put("b", "4");
      cursor.next();
      assertThat(text(cursor.value())).isEqualTo("1");
      assertThat(cursor.versionsLookedUp()).isEqualTo(1);
    }
  }

  @Test
  void shouldSeekInBothDirections() {
    fixture.put("b", "1");
    fixture.put("d", "1");
    fixture.delete("d");
    fixture.put("f", "1");
    try (ReadView view = fixture.reads.open();
        VersionCursor cursor = view.cursor(new KeySpan(key("a"), key("f0")))) {
      assertThat(cursor.seek(key("c"))).isTrue();
      assertThat(cursor.key()).isEqualTo(key("f"));
      assertThat(cursor.prev()).isTrue();
      assertThat(cursor.key()).isEqualTo(key("b"));
      assertThat(cursor.seekForPrev(key("e"))).isTrue();
      assertThat(cursor.key()).isEqualTo(key("b"));
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.seek(key("f1"))).isFalse();
      assertThat(cursor.valid()).isFalse();
    }
  }

  @Test
  void shouldCountKeysAndBytesRead() {
    fixture.put("a", "12345678");
    long timestamp = fixture.put("b", "1234");
    fixture.put("b", "1");
    try (ReadView view = fixture.reads.open(timestamp);
        VersionCursor cursor = view.cursor(KeySpan.ALL)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        assertThat(cursor.timestamp()).isPositive();
      }
      assertThat(cursor.keysStepped()).isEqualTo(2);
      assertThat(cursor.versionsLookedUp()).isEqualTo(1);
      assertThat(cursor.bytesScanned()).isEqualTo((1 + 20) + (1 + 13) + (1 + 8 + 8 + 16));
    }
  }

  @Test
  void shouldDistinguishKeysWithCommonPrefixes() {
    Key inner = Key.wrap(new byte[] {1});
    byte[] suffix = HistoryLayout.key(inner, 500);
    suffix[suffix.length - 1]++;
    List<Key> keys =
        List.of(inner, inner.successor(), Key.wrap(suffix), Key.wrap(suffix).successor());
    for (Key each : keys) {
      put(each, "1");
    }
    long timestamp = fixture.reads.latest();
    for (Key each : keys) {
      put(each, "2");
      put(each, "3");
    }
    for (Key each : keys) {
      assertThat(text(fixture.reads.get(each, timestamp))).isEqualTo("1");
      try (ReadView view = fixture.reads.open(timestamp);
          VersionCursor cursor = view.cursor(KeySpan.single(each))) {
        assertThat(cursor.seekToFirst()).isTrue();
        assertThat(text(cursor.value())).isEqualTo("1");
        assertThat(cursor.next()).isFalse();
      }
    }
    try (ReadView view = fixture.reads.open(timestamp)) {
      assertThat(forward(view, KeySpan.ALL)).hasSize(4).allMatch(kv -> kv.endsWith("=1"));
      assertThat(forward(view, new KeySpan(Key.EMPTY, Key.wrap(suffix)))).hasSize(2);
    }
  }

  @Test
  void shouldRefuseUnreadableTimestamps() {
    fixture.put("a", "1");
    long old = fixture.reads.latest();
    long newest = fixture.put("a", "2");
    assertCode(() -> fixture.reads.open(newest + 1), ErrorCode.READ_TIMESTAMP_IN_FUTURE);
    assertCode(() -> fixture.get("a", newest + 1), ErrorCode.READ_TIMESTAMP_IN_FUTURE);
    assertCode(
        () -> fixture.reads.tryGet(key("a"), newest + 1), ErrorCode.READ_TIMESTAMP_IN_FUTURE);
    fixture.collector.collect(newest, Runnable::run).join();
    assertCode(() -> fixture.reads.open(old), ErrorCode.READ_TIMESTAMP_TOO_OLD);
    assertCode(() -> fixture.get("a", old), ErrorCode.READ_TIMESTAMP_TOO_OLD);
    assertCode(() -> fixture.reads.tryGet(key("a"), old), ErrorCode.READ_TIMESTAMP_TOO_OLD);
    assertThat(fixture.get("a", newest)).isEqualTo("2");
  }

  @Test
  void shouldReadAtATimestampWithoutACommit() {
    long committed = fixture.put("a", "1");
    fixture.physical.set(5_000);
    assertCode(() -> fixture.pipeline.advanceTo(5_001), ErrorCode.READ_TIMESTAMP_IN_FUTURE);
    fixture.pipeline.advanceTo(4_000);
    assertThat(fixture.get("a", 4_000)).isEqualTo("1");
    fixture.pipeline.advanceTo(committed);
    fixture.physical.set(0);
    assertThat(fixture.put("a", "2")).isGreaterThan(4_000);
    assertThat(fixture.get("a", 4_000)).isEqualTo("1");
  }

  @Test
  void shouldReadCachedVersionsWithoutTheDisk() {
    long first = fixture.put("a", "1");
    assertThat(fixture.reads.tryGet(key("a"), first))
        .isInstanceOfSatisfying(
            CachedVersion.Found.class,
            found -> assertThat(text(found.version().value())).isEqualTo("1"));
    assertThat(fixture.reads.tryGet(key("b"), first)).isEqualTo(CachedVersion.Absent.ABSENT);
    fixture.put("a", "2");
    assertThat(fixture.reads.tryGet(key("a"), first)).isEqualTo(CachedVersion.NotCached.NOT_CACHED);
    long deleted = fixture.delete("a");
    assertThat(fixture.reads.tryGet(key("a"), deleted)).isEqualTo(CachedVersion.Absent.ABSENT);
    store.setCold(true);
    assertThat(fixture.reads.tryGet(key("a"), deleted))
        .isEqualTo(CachedVersion.NotCached.NOT_CACHED);
    try (ReadView view = fixture.reads.open()) {
      assertThat(view.tryGet(key("a"))).isEqualTo(CachedVersion.NotCached.NOT_CACHED);
    }
  }

  @Test
  void shouldPropagateStoreErrorsInsteadOfEndingTheSpan() {
    fixture.put("a", "1");
    fixture.put("b", "1");
    try (ReadView view = fixture.reads.open();
        VersionCursor cursor = view.cursor(KeySpan.ALL)) {
      cursor.seekToFirst();
      store.faults().failRead(1, ErrorCode.STORE_IO);
      assertCode(cursor::next, ErrorCode.STORE_IO);
    }
  }

  private void put(Key key, String text) {
    fixture.pipeline.commit(new Mutations().put(key, MvccFixture.value(text), Condition.ANY));
  }

  private static List<String> forward(ReadView view, KeySpan span) {
    List<String> seen = new ArrayList<>();
    try (VersionCursor cursor = view.cursor(span)) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        seen.add(shown(cursor));
      }
    }
    return seen;
  }

  private static List<String> backward(ReadView view, KeySpan span) {
    List<String> seen = new ArrayList<>();
    try (VersionCursor cursor = view.cursor(span)) {
      for (cursor.seekToLast(); cursor.valid(); cursor.prev()) {
        seen.add(shown(cursor));
      }
    }
    return seen;
  }

  private static String shown(VersionCursor cursor) {
    return new String(cursor.key().bytes(), StandardCharsets.ISO_8859_1)
        + "="
        + text(cursor.value());
  }

  private static void assertCode(ThrowingCallable call, ErrorCode code) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldReadAfterARestartWithTheHorizonAboveTheLastCommit() {
    fixture.put("a", "1");
    fixture.put("a", "2");
    fixture.physical.set(5_000);
    fixture.pipeline.advanceTo(5_000);
    fixture.collector.collect(5_000, Runnable::run).join();

    MvccFixture reopened = new MvccFixture(store, GroupParticipant.NONE);
    long newest = reopened.reads.latest();
    assertThat(newest).isGreaterThanOrEqualTo(reopened.guard.horizon());
    assertThat(reopened.get("a")).isEqualTo("2");
    assertThat(reopened.put("a", "3")).isGreaterThan(newest);
    reopened.pipeline.close();
  }

  @Test
  void shouldCollectAfterAClearThatFailed() {
    fixture.put("a", "1");
    long newest = fixture.put("a", "2");
    assertThatThrownBy(
            () ->
                fixture.pipeline.exclusive(
                    context -> {
                      context.touchAll();
                      throw new ColonnadeException(ErrorCode.DISK_FULL, "disk is full");
                    }))
        .isInstanceOf(ColonnadeException.class);
    List<Runnable> tasks = new ArrayList<>();
    CompletableFuture<GarbageCollectionResult> done = fixture.collector.collect(newest, tasks::add);
    for (int step = 0; step < 10 && !tasks.isEmpty(); step++) {
      tasks.removeFirst().run();
    }
    assertThat(done).isCompleted();
    assertThat(done.join().versionsRemoved()).isEqualTo(1);
  }
}
