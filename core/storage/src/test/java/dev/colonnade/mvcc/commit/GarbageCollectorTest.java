package dev.colonnade.mvcc.commit;

import static dev.colonnade.mvcc.commit.MvccHouse.key;
import static dev.colonnade.mvcc.commit.MvccHouse.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.ReadView;
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
  private final MvccHouse house = new MvccHouse(store, local -> local.withProposer(proposer));
  private final Deque<Runnable> tasks = new ArrayDeque<>();

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void shouldRemoveWhatWasSupersededAtOrBeforeTheHorizon() {
    long first = house.put("a", "1");
    long second = house.put("a", "2");
    long third = house.put("a", "3");
    CollectionResult result = collect(second);
    assertThat(result.versionsWalked()).isEqualTo(2);
    assertThat(result.versionsRemoved()).isEqualTo(1);
    assertThat(result.horizon()).isEqualTo(second);
    assertThat(result.bytesRemoved()).isEqualTo((1 + 8) + (8 + 13));
    assertThat(first).isLessThan(second);
    assertThat(house.get("a", second)).isEqualTo("2");
    assertThat(house.get("a", third)).isEqualTo("3");
    assertThat(count(Space.HISTORY)).isEqualTo(1);
  }

  @Test
  void shouldRemoveTombstonesWithWhatTheySuperseded() {
    house.put("a", "1");
    house.put("a", "2");
    long deleted = house.delete("a");
    house.put("b", "1");
    assertThat(collect(deleted - 1).tombstonesRemoved()).isZero();
    assertThat(count(Space.ROWS)).isEqualTo(2);
    assertThat(collect(deleted).tombstonesRemoved()).isEqualTo(1);
    assertThat(count(Space.ROWS)).isEqualTo(1);
    assertThat(count(Space.HISTORY)).isZero();
    assertThat(house.get("a")).isNull();
  }

  @Test
  void shouldKeepARowThatWasWrittenAgainAfterItsDelete() {
    house.put("a", "1");
    house.delete("a");
    long again = house.put("a", "2");
    CollectionResult result = collect(again);
    assertThat(result.versionsRemoved()).isEqualTo(1);
    assertThat(result.tombstonesRemoved()).isZero();
    assertThat(house.get("a")).isEqualTo("2");
  }

  @Test
  void shouldKeepWhatAReaderHasPinned() {
    house.put("a", "1");
    house.put("b", "1");
    try (ReadView view = house.reads.open()) {
      house.put("a", "2");
      long newest = house.delete("b");
      assertThat(collect(newest).versionsRemoved()).isZero();
      assertThat(text(view.get(key("a")))).isEqualTo("1");
      assertThat(text(view.get(key("b")))).isEqualTo("1");
    }
    assertThat(collect(house.reads.latest()).versionsRemoved()).isEqualTo(2);
  }

  @Test
  void shouldNotRaiseTheHorizonAboveWhatIsPublished() {
    long newest = house.put("a", "1");
    assertThat(collect(Long.MAX_VALUE).horizon()).isEqualTo(newest);
    assertThat(house.get("a")).isEqualTo("1");
  }

  @Test
  void shouldWorkInBoundedSteps() {
    for (int i = 0; i < 8; i++) {
      house.put("a", "x");
      house.put("b", "x");
    }
    CompletableFuture<CollectionResult> done =
        house.collector.collect(house.reads.latest(), tasks::add);
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
  void shouldLookAgainAtTombstonesThatChangedMeanwhile() {
    house.put("a", "1");
    long deleted = house.delete("a");
    CollectorOptions options = new CollectorOptions(100, 100);
    CollectionStep step = new CollectionStep(deleted, house.reads.latest(), options);
    try (Cursor history = store.cursor(Space.HISTORY, CursorOptions.over(KeySpan.ALL))) {
      step.walk(history);
    }
    step.lookAtTombstones(store);
    house.put("a", "2");
    house.pipeline.exclusive(
        context -> {
          step.remove(context, store);
          return true;
        });
    assertThat(step.result().tombstonesRemoved()).isZero();
    assertThat(step.result().versionsRemoved()).isEqualTo(1);
    assertThat(house.get("a")).isEqualTo("2");
  }

  @Test
  void shouldDoAStepOverWhenASpanWasClearedMeanwhile() throws Exception {
    house.put("a", "1");
    long newest = house.put("a", "2");
    CompletableFuture<CollectionResult> result = new CompletableFuture<>();
    Thread collecting = new Thread(() -> result.complete(collect(newest)));
    proposer.duringNext(
        () -> {
          collecting.start();
          await().until(() -> collecting.getState() == Thread.State.WAITING);
        });
    house.pipeline.exclusive(
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
  void shouldKeepTheHorizonOverARestart() {
    long first = house.put("a", "1");
    long second = house.put("a", "2");
    collect(second);
    house.put("a", "3"); // flushes what the collector wrote
    MvccHouse again = new MvccHouse(store.crash(), GroupParticipant.NONE);
    assertThat(again.guard.horizon()).isEqualTo(second);
    assertThat(again.get("a", second)).isEqualTo("2");
    assertThat(first).isLessThan(again.guard.horizon());
    again.close();
  }

  @Test
  void shouldRunOnePassAtATime() {
    house.put("a", "1");
    CompletableFuture<CollectionResult> first = house.collector.collect(1, tasks::add);
    assertCode(house.collector.collect(1, tasks::add), ErrorCode.OVERLOADED);
    tasks.remove().run();
    first.join();
    assertThat(collect(1).versionsWalked()).isZero();
  }

  @Test
  void shouldFailAPassThatCannotGoOn() {
    house.put("a", "1");
    long newest = house.put("a", "2");
    assertCode(
        house.collector.collect(
            newest,
            task -> {
              throw new RejectedExecutionException("closed");
            }),
        ErrorCode.SHUTTING_DOWN);
    store.faults().failWrite(1, ErrorCode.DISK_FULL);
    assertCode(house.collector.collect(newest, Runnable::run), ErrorCode.DISK_FULL);
    assertThat(collect(newest).versionsRemoved()).isEqualTo(1);
  }

  @Test
  void shouldDoNothingAfterClosing() {
    house.put("a", "1");
    long newest = house.put("a", "2");
    CompletableFuture<CollectionResult> pass = house.collector.collect(newest, tasks::add);
    house.collector.close();
    tasks.remove().run();
    assertCode(pass, ErrorCode.SHUTTING_DOWN);
    assertThat(tasks).isEmpty();
    assertThat(count(Space.HISTORY)).isEqualTo(1);
  }

  private CollectionResult collect(long horizon) {
    return house.collector.collect(horizon, Runnable::run).join();
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
