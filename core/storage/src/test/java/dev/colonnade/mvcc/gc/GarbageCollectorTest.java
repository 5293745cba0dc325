package dev.colonnade.mvcc.gc;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
import dev.colonnade.mvcc.commit.CountingReader;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.commit.StagedProposer;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Space;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GarbageCollectorTest {
  private final MemoryStore store = new MemoryStore();
  private final StagedProposer proposer = new StagedProposer(store);
  private final MvccFixture fixture = new MvccFixture(store, local -> local.withProposer(proposer));
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  @AfterEach
  public void close() {
    fixture.close();
  }

  @Test
  void shouldRemoveVersionsSupersededAtOrBeforeTheHorizon() {
    long first = fixture.put("a", "1");
    long second = fixture.put("a", "2");
    long third = fixture.put("a", "3");
    GarbageCollectionResult result = collect(second);
    assertThat(result.versionsWalked()).isEqualTo(2);
    assertThat(result.versionsRemoved()).isEqualTo(1);
    assertThat(result.horizon()).isEqualTo(second);
    assertThat(result.bytesRemoved()).isEqualTo((1 + 8) + (8 + 13));
    assertThat(first).isLessThan(second);
    assertThat(fixture.get("a", second)).isEqualTo("2");
    assertThat(fixture.get("a", third)).isEqualTo("3");
    assertThat(count(Space.HISTORY)).isEqualTo(1);
  }

  @Test
  void shouldRemoveTombstonesWithTheirSupersededVersions() {
    fixture.put("a", "1");
    fixture.put("a", "2");
    long deleted = fixture.delete("a");
    fixture.put("b", "1");
    assertThat(collect(deleted - 1).tombstonesRemoved()).isZero();
    assertThat(count(Space.ROWS)).isEqualTo(2);
    assertThat(collect(deleted).tombstonesRemoved()).isEqualTo(1);
    assertThat(count(Space.ROWS)).isEqualTo(1);
    assertThat(count(Space.HISTORY)).isZero();
    assertThat(fixture.get("a")).isNull();
  }

  @Test
  void shouldRetainARowThatWasWrittenAgainAfterItsDelete() {
    fixture.put("a", "1");
    fixture.delete("a");
    long again = fixture.put("a", "2");
    GarbageCollectionResult result = collect(again);
    assertThat(result.versionsRemoved()).isEqualTo(1);
    assertThat(result.tombstonesRemoved()).isZero();
    assertThat(fixture.get("a")).isEqualTo("2");
  }

  @Test
  void shouldRetainVersionsThatAReaderHasPinned() {
    fixture.put("a", "1");
    fixture.put("b", "1");
    try (ReadView view = fixture.reads.open()) {
      fixture.put("a", "2");
      long newest = fixture.delete("b");
      assertThat(collect(newest).versionsRemoved()).isZero();
      assertThat(text(view.get(key("a")))).isEqualTo("1");
      assertThat(text(view.get(key("b")))).isEqualTo("1");
    }
    assertThat(collect(fixture.reads.latest()).versionsRemoved()).isEqualTo(2);
  }

  @Test
  void shouldNotRaiseTheHorizonAboveThePublishedTimestamp() {
    long newest = fixture.put("a", "1");
    assertThat(collect(Long.MAX_VALUE).horizon()).isEqualTo(newest);
    assertThat(fixture.get("a")).isEqualTo("1");
  }

  @Test
  void shouldWorkInBoundedSteps() {
    for (int i = 0; i < 8; i++) {
      fixture.put("a", "x");
      fixture.put("b", "x");
    }
    CompletableFuture<GarbageCollectionResult> done =
        fixture.collector.collect(fixture.reads.latest(), tasks::add);
    int steps = 0;
    for (; !tasks.isEmpty(); steps++) {
      assertThat(done).isNotDone();
      assertThat(count(Space.HISTORY)).isEqualTo(14 - 3 * steps);
      tasks.remove().run();
    }
    assertThat(steps).isEqualTo(5);
    assertThat(done.join().versionsRemoved()).isEqualTo(14);
    assertThat(count(Space.HISTORY)).isZero();
  }

  @Test
  void shouldReadTombstonesAgainThatChangedMeanwhile() {
    fixture.put("a", "1");
    long deleted = fixture.delete("a");
    GarbageCollectorOptions options = new GarbageCollectorOptions(100, 100);
    GarbageCollectionStep step =
        new GarbageCollectionStep(deleted, fixture.reads.latest(), options);
    try (Cursor history = store.cursor(Space.HISTORY, CursorOptions.over(KeySpan.ALL))) {
      step.walk(history);
    }
    step.checkTombstones(store);
    fixture.put("a", "2");
    fixture.pipeline.exclusive(
        context -> {
          step.remove(context, store);
          return true;
        });
    assertThat(step.result().tombstonesRemoved()).isZero();
    assertThat(step.result().versionsRemoved()).isEqualTo(1);
    assertThat(fixture.get("a")).isEqualTo("2");
  }

  @Test
  void shouldReadFewTombstonesAtATime() {
    int rowCount = 200;
    long point = 0;
    for (int row = 0; row < rowCount; row++) {
      fixture.put("row%03d".formatted(row), "x".repeat(100));
      point = fixture.delete("row%03d".formatted(row));
    }
    CountingReader counting = new CountingReader(store);
    GarbageCollectionStep step =
        new GarbageCollectionStep(point, point, GarbageCollectorOptions.DEFAULT);
    try (Cursor history = store.cursor(Space.HISTORY, CursorOptions.over(KeySpan.ALL))) {
      step.walk(history);
    }
    step.checkTombstones(counting);
    assertThat(counting.sizes().stream().mapToInt(size -> size).sum()).isEqualTo(rowCount);
    assertThat(counting.sizes()).allMatch(size -> size <= GarbageCollectionStep.KEYS_PER_READ_MAX);
  }

  @Test
  void shouldRepeatAStepIfASpanWasClearedMeanwhile() throws Exception {
    fixture.put("a", "1");
    long newest = fixture.put("a", "2");
    CompletableFuture<GarbageCollectionResult> result = new CompletableFuture<>();
    Thread collecting = new Thread(() -> result.complete(collect(newest)));
    proposer.duringNext(
        () -> {
          collecting.start();
          await().until(() -> collecting.getState() == Thread.State.WAITING);
        });
    fixture.pipeline.exclusive(
        context -> {
          context.batch().deleteRange(Space.HISTORY, KeySpan.ALL);
          context.touchAll();
          return true;
        });
    collecting.join();
    assertThat(result.join().versionsWalked()).isZero();
    assertThat(result.join().versionsRemoved()).isZero();
  }

  @Test
  void shouldRecoverTheHorizonAfterARestart() {
    long first = fixture.put("a", "1");
    long second = fixture.put("a", "2");
    collect(second);
    fixture.put("a", "3"); // flushes the collector's relaxed write
    MvccFixture again = new MvccFixture(store.crash(), GroupParticipant.NONE);
    assertThat(again.guard.horizon()).isEqualTo(second);
    assertThat(again.get("a", second)).isEqualTo("2");
    assertThat(first).isLessThan(again.guard.horizon());
    again.close();
  }

  @Test
  void shouldRunOnePassAtATime() {
    fixture.put("a", "1");
    CompletableFuture<GarbageCollectionResult> first = fixture.collector.collect(1, tasks::add);
    assertCode(fixture.collector.collect(1, tasks::add), ErrorCode.OVERLOADED);
    tasks.remove().run();
    first.join();
    assertThat(collect(1).versionsWalked()).isZero();
  }

  @Test
  void shouldFailAPassThatCannotContinue() {
    fixture.put("a", "1");
    long newest = fixture.put("a", "2");
    assertCode(
        fixture.collector.collect(
            newest,
            task -> {
              throw new RejectedExecutionException("closed");
            }),
        ErrorCode.SHUTTING_DOWN);
    store.faults().failWrite(1, ErrorCode.DISK_FULL);
    assertCode(fixture.collector.collect(newest, Runnable::run), ErrorCode.DISK_FULL);
    assertThat(collect(newest).versionsRemoved()).isEqualTo(1);
  }

  @Test
  void shouldDoNothingAfterClosing() {
    fixture.put("a", "1");
    long newest = fixture.put("a", "2");
    CompletableFuture<GarbageCollectionResult> pass = fixture.collector.collect(newest, tasks::add);
    fixture.collector.close();
    tasks.remove().run();
    assertCode(pass, ErrorCode.SHUTTING_DOWN);
    assertThat(tasks).isEmpty();
    assertThat(count(Space.HISTORY)).isEqualTo(1);
  }

  private GarbageCollectionResult collect(long horizon) {
    return fixture.collector.collect(horizon, Runnable::run).join();
  }

  private int count(Space space) {
    int count = 0;
    try (Cursor cursor = store.cursor(space, CursorOptions.over(KeySpan.ALL))) {
      for (cursor.seekToFirst(); cursor.valid(); cursor.next()) {
        count++;
      }
    }
    return count;
  }

  private static void assertCode(CompletableFuture<?> future, ErrorCode code) {
    assertThat(future).isCompletedExceptionally();
    assertThat(future.exceptionNow())
        .isInstanceOfSatisfying(
            ColonnadeException.class, e -> assertThat(e.code()).isEqualTo(code));
  }
}
