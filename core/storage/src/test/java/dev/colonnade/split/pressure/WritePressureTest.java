package dev.colonnade.split.pressure;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static dev.colonnade.mvcc.commit.MvccFixture.value;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.MvccFixture;
import dev.colonnade.mvcc.commit.extension.WriteAdmission.Ticket;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.range.RangeOperations;
import dev.colonnade.range.Ranges;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.split.limit.LimitTable;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.load.RangeLoads;
import dev.colonnade.split.plan.RangeRef;
import dev.colonnade.split.queue.Completion;
import dev.colonnade.split.queue.Outcome;
import dev.colonnade.store.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WritePressureTest {
  private static final int KIB = 1024;
  private static final RangeLimits LIMITS =
      RangeLimits.ofMaxBytes(64 * KIB).withHardMaxBytes(256 * KIB);

  private final MemoryStore store = new MemoryStore();
  private final Ranges ranges = Ranges.open(store, RowBoundaries.SINGLE);
  private final RangeLoads loads =
      new RangeLoads(ranges, NanoTicker.system(), Duration.ofSeconds(10));
  private final WritePressure pressure =
      new WritePressure(
          ranges,
          loads,
          NanoTicker.system(),
          PressureOptions.DEFAULT.withTimes(Duration.ofMinutes(1), Duration.ofMinutes(1)));
  private final MvccFixture mvcc =
      new MvccFixture(
          store,
          ranges,
          CommitOptions.DEFAULT,
          dependencies -> dependencies.withAdmission(pressure));
  private final RangeOperations operations = new RangeOperations(store, mvcc.pipeline, ranges);
  private final FakeSplits splits = new FakeSplits();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @BeforeEach
  void connect() {
    pressure.connect(splits);
  }

  @AfterEach
  void close() {
    pressure.close();
    threads.shutdown();
    mvcc.close();
  }

  private static Mutations put(String key, int bytes) {
    return new Mutations().put(key(key), value("x".repeat(bytes)), Condition.ANY);
  }

  private void fill(int bytes) {
    pressure.configure(pressure.options().withEnabled(false));
    while (ranges.totalBytes(Key.EMPTY) < bytes) {
      mvcc.pipeline.commit(put("k%06d".formatted(ranges.total().liveRows()), KIB - 20));
    }
    pressure.configure(pressure.options().withEnabled(true));
  }

  private CompletableFuture<Ticket> enter(Mutations mutations) {
    return CompletableFuture.supplyAsync(() -> pressure.enter(mutations, true), threads);
  }

  private void awaitWaiting(int count) {
    await().until(() -> pressure.statistics().waiting() == count);
  }

  private static void assertCode(ErrorCode code, Runnable call) {
    assertThatExceptionOfType(ColonnadeException.class)
        .isThrownBy(call::run)
        .satisfies(e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void shouldAdmitWritesBelowTheLimit() {
    Ticket ticket = pressure.enter(put("a", 10 * KIB), true);
    assertThat(loads.of(ranges.lookup(Key.EMPTY)).inFlightBytes()).isGreaterThan(10 * KIB);
    ticket.check();
    ticket.leave();
    assertThat(loads.of(ranges.lookup(Key.EMPTY)).inFlightBytes()).isZero();
    assertThat(pressure.statistics()).isEqualTo(new PressureStatistics(0, 0, 0, 0, 0, 0));
  }

  @Test
  void shouldDelayNoLongerThanUntilTheSplit() {
    fill(90 * KIB);
    CompletableFuture<Ticket> delayed = enter(put("z", KIB));
    await().until(() -> !splits.requests.isEmpty());
    assertThat(delayed).isNotDone();
    splits.completeAll(new Outcome.Done());
    delayed.join().leave();
    assertThat(pressure.statistics().delayed()).isEqualTo(1);
    assertThat(pressure.statistics().waitedNanos()).isPositive();
  }

  @Test
  void shouldDelayTheLongerTheLargerTheRangeIs() {
    AdmissionPolicy gauge = new AdmissionPolicy(ranges, loads, () -> splits);
    long last = 0;
    for (int kib : new int[] {70, 80, 90, 100, 110, 120}) {
      fill(kib * KIB);
      BatchCharges charges = BatchCharges.of(put("z", 10), ranges.map());
      assertThat(gauge.decide(charges, 1_000_000)).isInstanceOf(AdmissionDecision.Delay.class);
      long nanos = ((AdmissionDecision.Delay) gauge.decide(charges, 1_000_000)).nanos();
      assertThat(nanos).isGreaterThan(last);
      last = nanos;
    }
    assertThat(last).isBetween(800_000L, 1_000_000L);
    fill(130 * KIB);
    assertThat(gauge.decide(BatchCharges.of(put("z", 10), ranges.map()), 1_000_000))
        .isInstanceOf(AdmissionDecision.Wait.class);
  }

  @Test
  void shouldAdmitWaitersInOrderAfterTheSplit() {
    fill(130 * KIB);
    Queue<Integer> order = new ConcurrentLinkedQueue<>();
    List<CompletableFuture<Void>> writers = new ArrayList<>();
    for (int writer = 0; writer < 8; writer++) {
      int number = writer;
      // Each write needs more than half of the free capacity of a piece: one is admitted at a time.
      writers.add(
          enter(put("k000001-" + writer, 50 * KIB))
              .thenAcceptAsync(
                  ticket -> {
                    order.add(number);
                    ticket.leave();
                  },
                  threads));
      awaitWaiting(writer + 1);
    }
    assertThat(splits.requests).hasSize(1);
    operations.splitAt(key("k000010"));
    splits.completeAll(new Outcome.Done());
    CompletableFuture.allOf(writers.toArray(CompletableFuture[]::new)).join();
    assertThat(order).containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(pressure.statistics().waited()).isEqualTo(8);
    assertThat(pressure.statistics().waiting()).isZero();
  }

  @Test
  void shouldNotLetLaterWritesOvertake() {
    fill(130 * KIB);
    CompletableFuture<Ticket> first = enter(put("a", 60 * KIB));
    awaitWaiting(1);
    CompletableFuture<Ticket> second = enter(put("b", 1));
    awaitWaiting(2);
    operations.splitAt(key("k000010"));
    splits.completeAll(new Outcome.Done());
    first.join().leave();
    second.join().leave();
  }

  @Test
  void shouldFailAfterTheMaximumWaitWithoutASplit() {
    fill(130 * KIB);
    pressure.configure(pressure.options().withTimes(Duration.ofMillis(1), Duration.ofMillis(50)));
    assertCode(ErrorCode.RANGE_FULL, () -> pressure.enter(put("a", 10), true));
    assertThat(pressure.statistics().refused()).isEqualTo(1);
    assertThat(pressure.statistics().waiting()).isZero();
  }

  @Test
  void shouldRejectMoreWaitersThanTheLimit() {
    fill(130 * KIB);
    pressure.configure(pressure.options().withWaitersMax(1));
    CompletableFuture<Ticket> first = enter(put("a", 10));
    awaitWaiting(1);
    assertCode(ErrorCode.RANGE_FULL, () -> pressure.enter(put("b", 10), true));
    splits.completeAll(failed());
    first.join().leave();
  }

  @Test
  void shouldNotWaitForASplitThatHasFailed() {
    fill(130 * KIB);
    CompletableFuture<Ticket> waiting = enter(put("a", 10));
    awaitWaiting(1);
    splits.completeAll(failed());
    waiting.join().leave();
    splits.stuck = true;
    pressure.enter(put("b", 10), true).leave();
  }

  @Test
  void shouldCountBytesInFlight() {
    fill(50 * KIB);
    Ticket first = pressure.enter(put("a", 40 * KIB), true);
    CompletableFuture<Ticket> second = enter(put("b", 40 * KIB));
    awaitWaiting(1);
    assertThat(splits.requests).as("there is nothing to split yet").isEmpty();
    first.leave();
    second.join().leave();
  }

  @Test
  void shouldAlwaysAdmitDeletes() {
    fill(200 * KIB);
    pressure.enter(new Mutations().delete(key("k000001"), Condition.ANY), true).leave();
    assertThat(pressure.statistics().delayed() + pressure.statistics().waited()).isZero();
  }

  @Test
  void shouldNotBlockACallerThatMustNotWait() {
    fill(200 * KIB);
    pressure.enter(put("a", 10), false).leave();
    assertThat(pressure.statistics().delayed() + pressure.statistics().waited()).isZero();
  }

  @Test
  void shouldEnforceTheHardLimitWithoutBackpressure() {
    pressure.configure(pressure.options().withEnabled(false));
    assertCode(ErrorCode.RANGE_FULL, () -> fill(300 * KIB));
    assertThat(ranges.totalBytes(Key.EMPTY)).isBetween(250L * KIB, 256L * KIB);
    mvcc.pipeline.commit(new Mutations().delete(key("k000001"), Condition.ANY));
    operations.splitAt(key("k000100"));
    pressure.configure(pressure.options().withEnabled(false));
    mvcc.pipeline.commit(put("k000101", 10 * KIB));
  }

  @Test
  void shouldRejectARowLargerThanARange() {
    assertCode(ErrorCode.ROW_TOO_LARGE, () -> mvcc.pipeline.commit(put("a", 65 * KIB)));
    assertThat(pressure.statistics().rowsTooLarge()).isEqualTo(1);
    assertThat(ranges.total().liveRows()).isZero();
  }

  @Test
  void shouldRejectABatchLargerThanTheHardLimit() {
    Mutations mutations = new Mutations();
    for (int row = 0; row < 10; row++) {
      mutations.put(key("k" + row), value("x".repeat(30 * KIB)), Condition.ANY);
    }
    assertCode(ErrorCode.LIMIT_EXCEEDED, () -> mvcc.pipeline.commit(mutations));
  }

  @Test
  void shouldDelayButNotBlockWritesWithinGrace() {
    fill(200 * KIB);
    loads.of(ranges.lookup(Key.EMPTY)).graceBytes(ranges.totalBytes(Key.EMPTY));
    CompletableFuture<Ticket> delayed = enter(put("a", 10));
    delayed.join().leave();
    assertThat(pressure.statistics().waited()).isZero();
    pressure.configure(pressure.options().withTimes(Duration.ofMillis(1), Duration.ofMillis(1)));
    while (ranges.totalBytes(Key.EMPTY) < 390 * KIB) {
      mvcc.pipeline.commit(put("k%06d".formatted(ranges.total().liveRows()), KIB));
    }
    assertThat(pressure.statistics().refused()).isZero();
    assertCode(
        ErrorCode.RANGE_FULL,
        () -> {
          while (true) {
            mvcc.pipeline.commit(put("k%06d".formatted(ranges.total().liveRows()), KIB));
          }
        });
    assertThat(ranges.totalBytes(Key.EMPTY)).isLessThanOrEqualTo(402 * KIB);
  }

  @Test
  void shouldFailWaitersWhenClosed() {
    fill(130 * KIB);
    CompletableFuture<Ticket> waiting = enter(put("a", 10));
    awaitWaiting(1);
    pressure.close();
    assertThat(waiting).failsWithin(Duration.ofMinutes(2));
    assertThat(pressure.statistics().waiting()).isZero();
  }

  private static Outcome failed() {
    return new Outcome.Failed(
        new ColonnadeException(ErrorCode.RANGE_UNSPLITTABLE, "injected failure"));
  }

  /** Fake that records the requests; the test completes them. */
  private static final class FakeSplits implements SplitRequests {
    private final Queue<Completion> requests = new ConcurrentLinkedQueue<>();
    private volatile boolean stuck;

    @Override
    public LimitTable limits() {
      return LimitTable.of(LIMITS);
    }

    @Override
    public boolean isStuck(RangeRef range) {
      return stuck;
    }

    @Override
    public void request(RangeRef range, Completion completion) {
      requests.add(completion);
    }

    void completeAll(Outcome outcome) {
      for (Completion next = requests.poll(); next != null; next = requests.poll()) {
        next.completed(outcome);
      }
    }
  }
}
