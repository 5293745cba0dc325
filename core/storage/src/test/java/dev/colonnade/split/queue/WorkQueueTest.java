package dev.colonnade.split.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.colonnade.clock.ManualTicker;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.split.queue.PendingWork.State;
import dev.colonnade.split.queue.QueueOptions.RetryDelays;
import dev.colonnade.testing.ManualExecutor;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkQueueTest {
  private static final RetryDelays RETRY =
      new RetryDelays(Duration.ofSeconds(1), Duration.ofSeconds(10));

  private final ManualTicker ticker = new ManualTicker();
  private final ManualExecutor executor = new ManualExecutor();
  private final FakeWork work = new FakeWork();
  private final List<String> outcomes = new ArrayList<>();

  private WorkQueue<String> queue(int concurrency, int entriesMax) {
    return new WorkQueue<>(
        work, executor, ticker, new QueueOptions(concurrency, 1_000, entriesMax, 0.1, RETRY));
  }

  /** Returns a completion that records the name and the outcome. */
  private Completion recording(String name) {
    return outcome ->
        outcomes.add(
            switch (outcome) {
              case Outcome.Done _ -> name + " done";
              case Outcome.NotNeeded _ -> name + " not needed";
              case Outcome.Failed(var cause) -> name + " failed " + cause.code();
              case Outcome.Dropped(var cause) -> name + " dropped " + cause.code();
              case Outcome.Drained(var cause) -> name + " drained " + cause.code();
            });
  }

  private void add(WorkQueue<String> queue, String key, double priority) {
    work.need(key, priority);
    queue.add(key, recording(key));
  }

  @Test
  void shouldRunTheMostUrgentFirst() {
    WorkQueue<String> queue = queue(1, 10);
    queue.pause();
    add(queue, "low", 1);
    add(queue, "high", 3);
    add(queue, "middle", 2);
    add(queue, "middle too", 2);
    queue.resume();
    executor.runAll();
    assertThat(work.runs).containsExactly("high", "middle", "middle too", "low");
    assertThat(outcomes).containsExactly("high done", "middle done", "middle too done", "low done");
    assertThat(queue.statistics().counts().succeeded()).isEqualTo(4);
    assertThat(queue.pending()).isEmpty();
  }

  @Test
  void shouldCompleteImmediatelyIfNoWorkIsNecessary() {
    WorkQueue<String> queue = queue(1, 10);
    queue.add("a", recording("a"));
    assertThat(outcomes).containsExactly("a not needed");
    assertThat(executor.size()).isZero();
  }

  @Test
  void shouldUpdateThePriority() {
    WorkQueue<String> queue = queue(1, 10);
    queue.pause();
    add(queue, "a", 2);
    add(queue, "b", 1);
    add(queue, "b", 3);
    queue.resume();
    executor.runAll();
    assertThat(work.runs).containsExactly("b", "a");
    assertThat(outcomes).containsExactly("b done", "b done", "a done");
  }

  @Test
  void shouldDecideAgainAfterARequestDuringTheRun() {
    WorkQueue<String> queue = queue(2, 10);
    work.during("a", () -> queue.add("a", recording("follower")));
    add(queue, "a", 1);
    executor.run(0);
    assertThat(outcomes).containsExactlyInAnyOrder("a done", "follower not needed");
    assertThat(work.runs).containsExactly("a");

    assertThat(queue.statistics().counts().repeated()).isEqualTo(1);
  }

  @Test
  void shouldRunAgainWhenThereIsMoreToDoAfterTheRun() {
    WorkQueue<String> queue = queue(2, 10);
    work.during(
        "a",
        () -> {
          add(queue, "a", 1);
          assertThat(executor.size()).as("started while it runs").isZero();
          assertThat(queue.pending("a").orElseThrow().willRepeat()).isTrue();
        });
    add(queue, "a", 1);
    executor.run(0);
    assertThat(outcomes).containsExactly("a done");
    executor.run(0);
    assertThat(outcomes).containsExactly("a done", "a done");
    assertThat(work.runs).containsExactly("a", "a");
  }

  @Test
  void shouldNotifyWatchers() {
    WorkQueue<String> queue = queue(1, 10);
    assertThat(queue.watch("a", recording("unused"))).isFalse();
    add(queue, "a", 1);
    assertThat(queue.watch("a", recording("watcher"))).isTrue();
    executor.runAll();
    assertThat(outcomes).containsExactly("a done", "watcher done");
  }

  @Test
  void shouldDropTheLeastUrgentEntryWhenFull() {
    WorkQueue<String> queue = queue(1, 3);
    queue.pause();
    add(queue, "c", 3);
    add(queue, "a", 1);
    add(queue, "d", 4);
    assertThat(outcomes).isEmpty();
    add(queue, "b", 2);
    assertThat(outcomes).containsExactly("a dropped OVERLOADED");
    add(queue, "z", 0.5);
    assertThat(outcomes).containsExactly("a dropped OVERLOADED", "z dropped OVERLOADED");
    queue.configure(queue.options().withEntriesMax(1));
    assertThat(outcomes).endsWith("b dropped OVERLOADED", "c dropped OVERLOADED");
    assertThat(queue.pending()).containsOnlyKeys("d");
    assertThat(queue.statistics().counts().dropped()).isEqualTo(4);
  }

  @Test
  void shouldAgeWaitingEntries() {
    WorkQueue<String> queue = queue(1, 2);
    queue.pause();
    add(queue, "old", 1);
    ticker.advance(Duration.ofSeconds(31));
    add(queue, "new", 4);
    add(queue, "newer", 3.5);
    assertThat(outcomes).containsExactly("newer dropped OVERLOADED");
    queue.resume();
    executor.runAll();
    assertThat(work.runs).containsExactly("old", "new");
  }

  @Test
  void shouldNotStarveAnyEntry() {
    WorkQueue<String> queue = queue(1, 1_000);
    add(queue, "first", 1);
    add(queue, "low", 0);
    int seconds = 0;
    for (; !work.runs.contains("low"); seconds++) {
      add(queue, "urgent" + seconds, Urgency.PRIORITY_MAX);
      ticker.advance(Duration.ofSeconds(1));
      executor.run(0);
    }
    assertThat(seconds).isBetween(100, 165);
  }

  @Test
  void shouldRetryWithExponentialBackoff() {
    WorkQueue<String> queue = queue(1, 10);
    work.fail("a");
    add(queue, "a", 1);
    executor.runAll();
    assertThat(outcomes).containsExactly("a failed RANGE_UNSPLITTABLE");
    int[] delays = {1, 2, 4, 8, 10, 10};
    for (int failures = 1; failures <= delays.length; failures++) {
      assertThat(queue.pending("a").orElseThrow().state()).isEqualTo(State.PURGATORY);
      assertThat(queue.pending("a").orElseThrow().attempts()).isEqualTo(failures);
      ticker.advance(Duration.ofSeconds(delays[failures - 1]).minusNanos(1));
      queue.tick();
      assertThat(executor.size()).isZero();
      ticker.advance(Duration.ofNanos(1));
      queue.tick();
      executor.runAll();
    }
    assertThat(queue.statistics().counts().failed())
        .containsEntry(ErrorCode.RANGE_UNSPLITTABLE, 7L);
  }

  @Test
  void shouldFailRequestsForWorkInThePurgatory() {
    WorkQueue<String> queue = queue(1, 10);
    work.fail("a");
    add(queue, "a", 1);
    executor.runAll();
    add(queue, "a", 1);
    assertThat(outcomes)
        .containsExactly("a failed RANGE_UNSPLITTABLE", "a failed RANGE_UNSPLITTABLE");
    assertThat(queue.watch("a", recording("watcher"))).isFalse();
    assertThat(executor.size()).isZero();
  }

  @Test
  void shouldLeaveThePurgatoryIfNoWorkIsNecessary() {
    WorkQueue<String> queue = queue(1, 10);
    work.fail("a");
    add(queue, "a", 1);
    executor.runAll();
    work.forget("a");
    queue.retryAll();
    assertThat(queue.pending("a")).isEmpty();
    assertThat(work.runs).hasSize(1);
    assertThat(queue.statistics().purgatory()).isZero();
  }

  @Test
  void shouldApplyAChangedConcurrency() {
    WorkQueue<String> queue = queue(1, 10);
    for (String key : List.of("a", "b", "c", "d")) {
      add(queue, key, 1);
    }
    assertThat(executor.size()).isEqualTo(1);
    queue.configure(queue.options().withConcurrency(3));
    assertThat(executor.size()).isEqualTo(3);
    queue.configure(queue.options().withConcurrency(1));
    executor.run(0);
    executor.run(0);
    assertThat(executor.size()).isEqualTo(1);
    executor.runAll();
    assertThat(work.runs).hasSize(4);
  }

  @Test
  void shouldRespectTheByteBudget() {
    WorkQueue<String> queue = queue(4, 10);
    work.need("large", 3, 900);
    work.need("larger", 2, 5_000);
    work.need("small", 1, 50);
    queue.pause();
    queue.add("large");
    queue.add("larger");
    queue.add("small");
    queue.resume();
    assertThat(queue.pending("large").orElseThrow().state()).isEqualTo(State.RUNNING);
    assertThat(queue.pending("small").orElseThrow().state()).isEqualTo(State.QUEUED);
    assertThat(queue.statistics().runningBytes()).isEqualTo(900);
    executor.run(0);
    assertThat(queue.pending("larger").orElseThrow().state()).isEqualTo(State.RUNNING);
    assertThat(queue.pending("small").orElseThrow().state()).isEqualTo(State.QUEUED);
    executor.runAll();
    assertThat(work.runs).containsExactly("large", "larger", "small");
    assertThat(queue.statistics().runningBytes()).isZero();
  }

  @Test
  void shouldCompleteWaitingRequestsWhenDrained() {
    WorkQueue<String> queue = queue(1, 10);
    work.fail("purgatory");
    add(queue, "purgatory", 1);
    executor.runAll();
    outcomes.clear();
    add(queue, "running", 2);
    add(queue, "queued", 1);
    queue.add("running", recording("follower"));
    assertThat(queue.drain(Duration.ZERO)).isFalse();
    assertThat(outcomes)
        .containsExactlyInAnyOrder(
            "queued drained SHUTTING_DOWN", "follower drained SHUTTING_DOWN");
    executor.runAll();
    assertThat(outcomes).endsWith("running done");
    assertThat(queue.drain(Duration.ZERO)).isTrue();
    add(queue, "late", 1);
    assertThat(outcomes).endsWith("late drained SHUTTING_DOWN");
    assertThat(queue.pending()).isEmpty();
  }

  @Test
  void shouldNotifyAllCompletionsIfOneThrows() {
    WorkQueue<String> queue = queue(1, 10);
    work.need("a", 1);
    Thread.currentThread().setUncaughtExceptionHandler((_, _) -> outcomes.add("thrown"));
    try {
      queue.add(
          "a",
          _ -> {
            throw new IllegalStateException("injected failure");
          });
      queue.watch("a", recording("a"));
      executor.runAll();
    } finally {
      Thread.currentThread().setUncaughtExceptionHandler(null);
    }
    assertThat(outcomes).containsExactly("thrown", "a done");
  }

  @Test
  void shouldRejectInvalidOptions() {
    QueueOptions options = QueueOptions.DEFAULT;
    assertThatIllegalArgumentException().isThrownBy(() -> options.withConcurrency(0));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withConcurrency(65));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withRunningBytesMax(0));
    assertThatIllegalArgumentException().isThrownBy(() -> options.withEntriesMax(0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new RetryDelays(Duration.ZERO, Duration.ofSeconds(1)));
    assertThatIllegalArgumentException().isThrownBy(() -> new Urgency(17, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new Urgency(Double.NaN, 0));
  }
}
