package dev.colonnade.split;

import static dev.colonnade.mvcc.commit.MvccFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.range.verify.RangeVerifier;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.plan.RangeBoundaries;
import dev.colonnade.split.plan.RangeBoundaries.Border;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.queue.PendingWork;
import dev.colonnade.store.MemoryStore;
import dev.colonnade.testing.Seed;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitSchedulerTest {
  private static final int KIB = 1024;
  private static final SplitConfig CONFIG =
      SplitConfig.DEFAULT
          .withLimits(
              RangeLimits.ofMaxBytes(64 * KIB)
                  .withMinBytes(16 * KIB)
                  .withRequestsPerSecondMax(1_000))
          .withPressure(PressureOptions.DEFAULT.withEnabled(false));

  private static SplitFixture fixture() {
    return new SplitFixture(new MemoryStore(), CONFIG, RangeBoundaries.NONE);
  }

  private static String row(int number) {
    return "k%06d".formatted(number);
  }

  private static void assertExact(SplitFixture fixture) {
    assertThat(RangeVerifier.verify(fixture.store, RowBoundaries.SINGLE).problems()).isEmpty();
  }

  @Test
  void shouldQueueASplitImmediatelyAfterAWrite() {
    try (SplitFixture fixture = fixture()) {
      IntStream.range(0, 70).forEach(row -> fixture.put(row(row), KIB));
      assertThat(fixture.executor.size()).as("queued without a sweep").isEqualTo(1);
      assertThat(fixture.splits.pending(fixture.ranges.lookup(Key.EMPTY)).orElseThrow().state())
          .isEqualTo(PendingWork.State.RUNNING);
      fixture.executor.runAll();
      assertThat(fixture.rangeCount()).isEqualTo(2);
      assertExact(fixture);
    }
  }

  @Test
  void shouldRecoverFromGrowthFasterThanSplitting() {
    try (SplitFixture fixture = fixture()) {
      Random random = Seed.random("SplitSchedulerTest");
      for (int minute = 0; minute < 5; minute++) {
        for (int write = 0; write < 400; write++) {
          fixture.put(row(random.nextInt(1_000_000)), KIB);
        }
        fixture.ticker.advance(Duration.ofMinutes(1));
        fixture.schedule.tick();
      }
      assertThat(fixture.splits.statistics().ranges().largestRatio()).isGreaterThan(25);
      fixture.executor.runAll();
      assertThat(fixture.splits.statistics().ranges().largestRatio()).isLessThanOrEqualTo(1);
      assertThat(fixture.splits.statistics().changes().get(RangeChange.Reason.SIZE))
          .as("in one go")
          .isLessThanOrEqualTo(3);
      assertExact(fixture);
    }
  }

  @Test
  void shouldMergeEmptyRanges() {
    try (SplitFixture fixture = fixture()) {
      IntStream.range(0, 400).forEach(row -> fixture.put(row(row), KIB));
      fixture.executor.runAll();
      int before = fixture.rangeCount();
      assertThat(before).isGreaterThan(8);
      IntStream.range(0, 400).forEach(row -> fixture.delete(row(row)));
      fixture.collectGarbage();
      fixture.advance(Duration.ofMinutes(4));
      assertThat(fixture.rangeCount()).as("in the cooldown after the splits").isEqualTo(before);
      fixture.advance(Duration.ofMinutes(8));
      assertThat(fixture.rangeCount()).isEqualTo(1);
      assertThat(fixture.splits.statistics().changes().get(RangeChange.Reason.COLD))
          .as("many at once")
          .isLessThanOrEqualTo(2);
      assertExact(fixture);
    }
  }

  @Test
  void shouldNotThrashInAnHourOfChangingLoad() {
    try (SplitFixture fixture = fixture()) {
      Random random = Seed.random("SplitSchedulerTest");
      // Sizes oscillate between nothing and twice the limit.
      for (int minute = 0; minute < 60; minute++) {
        boolean grows = minute / 10 % 2 == 0;
        for (int change = 0; change < 30; change++) {
          if (grows) {
            fixture.put(row(random.nextInt(300)), KIB);
          } else {
            fixture.delete(row(random.nextInt(300)));
          }
        }
        fixture.collectGarbage();
        fixture.advance(Duration.ofMinutes(1));
      }
      Map<RangeChange.Reason, Long> changes = fixture.splits.statistics().changes();
      long splits = changes.getOrDefault(RangeChange.Reason.SIZE, 0L);
      long merges = changes.getOrDefault(RangeChange.Reason.COLD, 0L);
      System.out.println("SplitSchedulerTest: splits=" + splits + " merges=" + merges);
      assertThat(splits).isBetween(1L, 20L);
      assertThat(merges).isLessThanOrEqualTo(20);
      assertThat(fixture.rangeCount()).isLessThanOrEqualTo(12);
      assertExact(fixture);
    }
  }

  @Test
  void shouldNotUndoWhatItHasJustSplit() {
    try (SplitFixture fixture = fixture()) {
      IntStream.range(0, 300).forEach(row -> fixture.put(row(row), KIB));
      fixture.executor.runAll();
      int before = fixture.rangeCount();
      fixture.advance(Duration.ofHours(1));
      assertThat(fixture.rangeCount()).isEqualTo(before);
      assertThat(fixture.splits.statistics().queue().counts().succeeded())
          .isEqualTo(fixture.splits.statistics().changes().get(RangeChange.Reason.SIZE));
    }
  }

  @Test
  void shouldNeverMergeAcrossTablesOrPinnedKeys() {
    Set<Key> tables = new HashSet<>(List.of(key("t1"), key("t2"), key("t3")));
    RangeBoundaries borders =
        border ->
            tables.contains(border)
                ? Border.TABLE
                : border.startsWith(key("a")) ? Border.ABANDONED : Border.INNER;
    MemoryStore store = new MemoryStore();
    try (SplitFixture fixture = new SplitFixture(store, CONFIG, borders)) {
      List<Key> pins = List.of(key("a5"), key("t15"), key("t25"));
      fixture.splits.pin(pins);
      fixture.operations.split(
          fixture.ranges.lookup(Key.EMPTY),
          List.of(
              key("a3"),
              key("a5"),
              key("t1"),
              key("t13"),
              key("t15"),
              key("t2"),
              key("t25"),
              key("t3")));
      fixture.advance(Duration.ofMinutes(15));
      assertThat(
              fixture.ranges.map().all().stream()
                  .map(range -> range.span().start())
                  .collect(Collectors.toSet()))
          .containsExactlyInAnyOrder(
              Key.EMPTY, key("t1"), key("t15"), key("t2"), key("t25"), key("t3"));
      assertThat(fixture.splits.activities()).filteredOn(RangeActivity::pinned).hasSize(2);
    }
    try (SplitFixture fixture = new SplitFixture(store.crash(), CONFIG, borders)) {
      fixture.advance(Duration.ofMinutes(15));
      assertThat(fixture.rangeCount()).as("pins after recovery").isEqualTo(6);
    }
  }

  @Test
  void shouldSplitByLoadAndMergeAfterwards() {
    try (SplitFixture fixture = fixture()) {
      Random random = Seed.random("SplitSchedulerTest");
      IntStream.range(0, 10).forEach(row -> fixture.put(row(row), 100));
      for (int second = 0; second < 60; second++) {
        for (int read = 0; read < 3_000; read++) {
          fixture.loads.read(key(row(random.nextInt(10)) + "x"));
        }
        fixture.advance(Duration.ofSeconds(1));
      }
      int busy = fixture.rangeCount();
      assertThat(busy).isBetween(3, 10);
      assertThat(fixture.splits.statistics().changes())
          .containsEntry(RangeChange.Reason.LOAD, busy - 1L);
      fixture.advance(Duration.ofMinutes(20));
      assertThat(fixture.rangeCount()).isEqualTo(1);
    }
  }

  @Test
  void shouldNotSplitAtASingleHotKey() {
    try (SplitFixture fixture = fixture()) {
      IntStream.range(0, 10).forEach(row -> fixture.put(row(row), 100));
      for (int second = 0; second < 60; second++) {
        for (int read = 0; read < 3_000; read++) {
          fixture.loads.read(key(row(5)));
        }
        fixture.advance(Duration.ofSeconds(1));
      }
      assertThat(fixture.rangeCount()).isEqualTo(1);
      assertThat(fixture.splits.activities().getFirst().load().hasHotKey()).isTrue();
      assertThat(fixture.splits.statistics().queue().purgatory()).isZero();
    }
  }

  @Test
  void shouldReportAnUnsplittableRowAndRecoverAfterItsDelete() {
    try (SplitFixture fixture = fixture()) {
      fixture.put("big", 60 * KIB);
      fixture.put("big", 60 * KIB);
      fixture.executor.runAll();
      assertThat(fixture.splits.statistics().queue().counts().failed())
          .containsEntry(ErrorCode.RANGE_UNSPLITTABLE, 1L);
      assertThat(fixture.splits.statistics().queue().purgatory()).isEqualTo(1);
      fixture.advance(Duration.ofSeconds(10));
      assertThat(fixture.splits.statistics().queue().counts().failedTotal())
          .as("retried with backoff")
          .isBetween(3L, 7L);
      fixture.put("other", 100);

      fixture.delete("big");
      fixture.collectGarbage();
      fixture.advance(Duration.ofMinutes(2));
      assertThat(fixture.splits.statistics().queue().purgatory()).isZero();
      assertThat(fixture.splits.pending()).isEmpty();
    }
  }

  @Test
  void shouldCauseNoOutageWhenTheLimitIsLowered() {
    SplitConfig config =
        SplitConfig.DEFAULT.withPressure(
            PressureOptions.DEFAULT.withTimes(Duration.ZERO, Duration.ZERO));
    try (SplitFixture fixture = new SplitFixture(new MemoryStore(), config, RangeBoundaries.NONE)) {
      IntStream.range(0, 2_000).forEach(row -> fixture.put(row(row), KIB));
      fixture.splits.changeDefaultLimits(
          RangeLimits.ofMaxBytes(64 * KIB).withHardMaxBytes(128 * KIB));
      // No split has run, and any wait fails immediately: writes succeed nevertheless.
      IntStream.range(0, 500).forEach(row -> fixture.put(row(5_000 + row), KIB));
      assertThat(fixture.splits.statistics().pressure().refused()).isZero();
      fixture.executor.runAll();
      assertThat(fixture.splits.statistics().ranges().largestRatio()).isLessThanOrEqualTo(1);
      assertThat(fixture.splits.activities())
          .allSatisfy(
              range ->
                  assertThat(fixture.loads.of(range.status().descriptor()).graceBytes()).isZero());
      IntStream.range(0, 20).forEach(row -> fixture.put(row(9_000 + row), KIB));
    }
  }

  @Test
  void shouldKeepTheLimitsOfTables() {
    MemoryStore store = new MemoryStore();
    RangeLimits small = RangeLimits.ofMaxBytes(128 * KIB);
    try (SplitFixture fixture = new SplitFixture(store, CONFIG, RangeBoundaries.NONE)) {
      fixture.splits.changeLimits(100, small);
      fixture.splits.changeLimits(101, small);
      fixture.splits.resetLimits(101);
      assertThat(fixture.splits.limits().byTable()).containsOnly(Map.entry(100, small));
    }
    try (SplitFixture fixture = new SplitFixture(store.crash(), CONFIG, RangeBoundaries.NONE)) {
      assertThat(fixture.splits.limits().byTable()).containsOnly(Map.entry(100, small));
    }
  }

  @Test
  void shouldCostLittleWithTenThousandRanges() {
    try (SplitFixture fixture = fixture()) {
      List<Key> keys = IntStream.range(1, 10_000).mapToObj(row -> key(row(row))).toList();
      fixture.operations.split(fixture.ranges.lookup(Key.EMPTY), keys);
      fixture.splits.pin(keys);
      fixture.advance(Duration.ofSeconds(400));
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      long began = threads.getCurrentThreadCpuTime();
      fixture.advance(Duration.ofSeconds(400));
      long perSecond = (threads.getCurrentThreadCpuTime() - began) / 400;
      System.out.println("SplitSchedulerTest: cpuMicrosPerSecond=" + perSecond / 1_000);
      assertThat(perSecond).as("nanoseconds of the processor").isLessThan(10_000_000);
      assertThat(fixture.rangeCount()).isEqualTo(10_000);
    }
  }

  @Test
  void shouldPauseAndResume() {
    try (SplitFixture fixture = fixture()) {
      fixture.splits.pause();
      IntStream.range(0, 70).forEach(row -> fixture.put(row(row), KIB));
      assertThat(fixture.executor.size()).isZero();
      fixture.splits.resume();
      fixture.executor.runAll();
      assertThat(fixture.rangeCount()).isEqualTo(2);
      List<RangeStatus> after = fixture.splits.recentChanges().getFirst().after();
      assertThat(after).hasSize(2);
    }
  }
}
