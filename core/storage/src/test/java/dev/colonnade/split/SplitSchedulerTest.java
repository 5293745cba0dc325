package dev.colonnade.split;

import static dev.colonnade.mvcc.commit.MvccHouse.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.RangeVerifier;
import dev.colonnade.range.RowBoundaries;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.plan.RangeBorders;
import dev.colonnade.split.plan.RangeBorders.Border;
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

  private static SplitHouse house() {
    return new SplitHouse(new MemoryStore(), CONFIG, RangeBorders.NONE);
  }

  private static String row(int number) {
    return "k%06d".formatted(number);
  }

  private static void assertExact(SplitHouse house) {
    assertThat(RangeVerifier.verify(house.store, RowBoundaries.SINGLE).problems()).isEmpty();
  }

  @Test
  void shouldNoticeAtOnceWhatIsWritten() {
    try (SplitHouse house = house()) {
      IntStream.range(0, 70).forEach(row -> house.put(row(row), KIB));
      assertThat(house.executor.size()).as("queued without a look at all ranges").isEqualTo(1);
      assertThat(house.splits.pending(house.ranges.lookup(Key.EMPTY)).orElseThrow().state())
          .isEqualTo(PendingWork.State.RUNNING);
      house.executor.runAll();
      assertThat(house.rangeCount()).isEqualTo(2);
      assertExact(house);
    }
  }

  @Test
  void shouldRecoverFromGrowthFasterThanSplitting() {
    try (SplitHouse house = house()) {
      Random random = Seed.random("SplitSchedulerTest");
      for (int minute = 0; minute < 5; minute++) {
        for (int write = 0; write < 400; write++) {
          house.put(row(random.nextInt(1_000_000)), KIB);
        }
        house.ticker.advance(Duration.ofMinutes(1));
        house.schedule.tick();
      }
      assertThat(house.splits.statistics().ranges().largestRatio()).isGreaterThan(25);
      house.executor.runAll();
      assertThat(house.splits.statistics().ranges().largestRatio()).isLessThanOrEqualTo(1);
      assertThat(house.splits.statistics().changes().get(RangeChange.Reason.SIZE))
          .as("in one go")
          .isLessThanOrEqualTo(3);
      assertExact(house);
    }
  }

  @Test
  void shouldMergeEmptyRanges() {
    try (SplitHouse house = house()) {
      IntStream.range(0, 400).forEach(row -> house.put(row(row), KIB));
      house.executor.runAll();
      int before = house.rangeCount();
      assertThat(before).isGreaterThan(8);
      IntStream.range(0, 400).forEach(row -> house.delete(row(row)));
      house.collect();
      house.pass(Duration.ofMinutes(4));
      assertThat(house.rangeCount()).as("at rest after the splits").isEqualTo(before);
      house.pass(Duration.ofMinutes(8));
      assertThat(house.rangeCount()).isEqualTo(1);
      assertThat(house.splits.statistics().changes().get(RangeChange.Reason.COLD))
          .as("many at once")
          .isLessThanOrEqualTo(2);
      assertExact(house);
    }
  }

  @Test
  void shouldNotThrashInAnHourOfChangingLoad() {
    try (SplitHouse house = house()) {
      Random random = Seed.random("SplitSchedulerTest");
      // Sizes go up and down between nothing and twice the limit of the middle of the keys.
      for (int minute = 0; minute < 60; minute++) {
        boolean grows = minute / 10 % 2 == 0;
        for (int change = 0; change < 30; change++) {
          if (grows) {
            house.put(row(random.nextInt(300)), KIB);
          } else {
            house.delete(row(random.nextInt(300)));
          }
        }
        house.collect();
        house.pass(Duration.ofMinutes(1));
      }
      Map<RangeChange.Reason, Long> changes = house.splits.statistics().changes();
      long splits = changes.getOrDefault(RangeChange.Reason.SIZE, 0L);
      long merges = changes.getOrDefault(RangeChange.Reason.COLD, 0L);
      System.out.println("SplitSchedulerTest: splits=" + splits + " merges=" + merges);
      assertThat(splits).isBetween(1L, 20L);
      assertThat(merges).isLessThanOrEqualTo(20);
      assertThat(house.rangeCount()).isLessThanOrEqualTo(12);
      assertExact(house);
    }
  }

  @Test
  void shouldNotUndoWhatItHasJustSplit() {
    try (SplitHouse house = house()) {
      IntStream.range(0, 300).forEach(row -> house.put(row(row), KIB));
      house.executor.runAll();
      int before = house.rangeCount();
      house.pass(Duration.ofHours(1));
      assertThat(house.rangeCount()).isEqualTo(before);
      assertThat(house.splits.statistics().queue().counts().succeeded())
          .isEqualTo(house.splits.statistics().changes().get(RangeChange.Reason.SIZE));
    }
  }

  @Test
  void shouldNeverMergeAcrossTablesOrPinnedKeys() {
    Set<Key> tables = new HashSet<>(List.of(key("t1"), key("t2"), key("t3")));
    RangeBorders borders =
        border ->
            tables.contains(border)
                ? Border.TABLE
                : border.startsWith(key("a")) ? Border.ABANDONED : Border.INNER;
    MemoryStore store = new MemoryStore();
    try (SplitHouse house = new SplitHouse(store, CONFIG, borders)) {
      List<Key> pins = List.of(key("a5"), key("t15"), key("t25"));
      house.splits.pin(pins);
      house.operations.split(
          house.ranges.lookup(Key.EMPTY),
          List.of(
              key("a3"),
              key("a5"),
              key("t1"),
              key("t13"),
              key("t15"),
              key("t2"),
              key("t25"),
              key("t3")));
      house.pass(Duration.ofMinutes(15));
      assertThat(
              house.ranges.map().all().stream()
                  .map(range -> range.span().start())
                  .collect(Collectors.toSet()))
          .containsExactlyInAnyOrder(
              Key.EMPTY, key("t1"), key("t15"), key("t2"), key("t25"), key("t3"));
      assertThat(house.splits.activities()).filteredOn(RangeActivity::pinned).hasSize(2);
    }
    try (SplitHouse house = new SplitHouse(store.crash(), CONFIG, borders)) {
      house.pass(Duration.ofMinutes(15));
      assertThat(house.rangeCount()).as("pins are found again").isEqualTo(6);
    }
  }

  @Test
  void shouldSplitByLoadAndMergeWhenItIsGone() {
    try (SplitHouse house = house()) {
      Random random = Seed.random("SplitSchedulerTest");
      IntStream.range(0, 10).forEach(row -> house.put(row(row), 100));
      for (int second = 0; second < 60; second++) {
        for (int read = 0; read < 3_000; read++) {
          house.loads.read(key(row(random.nextInt(10)) + "x"));
        }
        house.pass(Duration.ofSeconds(1));
      }
      int busy = house.rangeCount();
      assertThat(busy).isBetween(3, 10);
      assertThat(house.splits.statistics().changes())
          .containsEntry(RangeChange.Reason.LOAD, busy - 1L);
      house.pass(Duration.ofMinutes(20));
      assertThat(house.rangeCount()).isEqualTo(1);
    }
  }

  @Test
  void shouldNotCutAtASingleHotKey() {
    try (SplitHouse house = house()) {
      IntStream.range(0, 10).forEach(row -> house.put(row(row), 100));
      for (int second = 0; second < 60; second++) {
        for (int read = 0; read < 3_000; read++) {
          house.loads.read(key(row(5)));
        }
        house.pass(Duration.ofSeconds(1));
      }
      assertThat(house.rangeCount()).isEqualTo(1);
      assertThat(house.splits.activities().getFirst().load().hasHotKey()).isTrue();
      assertThat(house.splits.statistics().queue().purgatory()).isZero();
    }
  }

  @Test
  void shouldTellOfARowThatCannotBeCutAndRecoverAfterItsDelete() {
    try (SplitHouse house = house()) {
      house.put("big", 60 * KIB);
      house.put("big", 60 * KIB);
      house.executor.runAll();
      assertThat(house.splits.statistics().queue().counts().failed())
          .containsEntry(ErrorCode.RANGE_UNSPLITTABLE, 1L);
      assertThat(house.splits.statistics().queue().purgatory()).isEqualTo(1);
      house.pass(Duration.ofSeconds(10));
      assertThat(house.splits.statistics().queue().counts().failedTotal())
          .as("tried again, ever more rarely")
          .isBetween(3L, 7L);
      house.put("other", 100);

      house.delete("big");
      house.collect();
      house.pass(Duration.ofMinutes(2));
      assertThat(house.splits.statistics().queue().purgatory()).isZero();
      assertThat(house.splits.pending()).isEmpty();
    }
  }

  @Test
  void shouldCauseNoOutageWhenTheLimitIsLowered() {
    SplitConfig config =
        SplitConfig.DEFAULT.withPressure(
            PressureOptions.DEFAULT.withTimes(Duration.ZERO, Duration.ZERO));
    try (SplitHouse house = new SplitHouse(new MemoryStore(), config, RangeBorders.NONE)) {
      IntStream.range(0, 2_000).forEach(row -> house.put(row(row), KIB));
      house.splits.changeDefaultLimits(
          RangeLimits.ofMaxBytes(64 * KIB).withHardMaxBytes(128 * KIB));
      // No split has run, and a wait of no time fails at once: still everyone can write.
      IntStream.range(0, 500).forEach(row -> house.put(row(5_000 + row), KIB));
      assertThat(house.splits.statistics().pressure().refused()).isZero();
      house.executor.runAll();
      assertThat(house.splits.statistics().ranges().largestRatio()).isLessThanOrEqualTo(1);
      assertThat(house.splits.activities())
          .allSatisfy(
              range ->
                  assertThat(house.loads.of(range.status().descriptor()).graceBytes()).isZero());
      IntStream.range(0, 20).forEach(row -> house.put(row(9_000 + row), KIB));
    }
  }

  @Test
  void shouldKeepTheLimitsOfTables() {
    MemoryStore store = new MemoryStore();
    RangeLimits small = RangeLimits.ofMaxBytes(128 * KIB);
    try (SplitHouse house = new SplitHouse(store, CONFIG, RangeBorders.NONE)) {
      house.splits.changeLimits(100, small);
      house.splits.changeLimits(101, small);
      house.splits.resetLimits(101);
      assertThat(house.splits.limits().byTable()).containsOnly(Map.entry(100, small));
    }
    try (SplitHouse house = new SplitHouse(store.crash(), CONFIG, RangeBorders.NONE)) {
      assertThat(house.splits.limits().byTable()).containsOnly(Map.entry(100, small));
    }
  }

  @Test
  void shouldCostLittleWithTenThousandRanges() {
    try (SplitHouse house = house()) {
      List<Key> keys = IntStream.range(1, 10_000).mapToObj(row -> key(row(row))).toList();
      house.operations.split(house.ranges.lookup(Key.EMPTY), keys);
      house.splits.pin(keys);
      house.pass(Duration.ofSeconds(400));
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      long began = threads.getCurrentThreadCpuTime();
      house.pass(Duration.ofSeconds(400));
      long perSecond = (threads.getCurrentThreadCpuTime() - began) / 400;
      System.out.println("SplitSchedulerTest: cpuMicrosPerSecond=" + perSecond / 1_000);
      assertThat(perSecond).as("nanoseconds of the processor").isLessThan(10_000_000);
      assertThat(house.rangeCount()).isEqualTo(10_000);
    }
  }

  @Test
  void shouldStopAndGoOnWhenTold() {
    try (SplitHouse house = house()) {
      house.splits.pause();
      IntStream.range(0, 70).forEach(row -> house.put(row(row), KIB));
      assertThat(house.executor.size()).isZero();
      house.splits.resume();
      house.executor.runAll();
      assertThat(house.rangeCount()).isEqualTo(2);
      List<RangeStatus> after = house.splits.recentChanges().getFirst().after();
      assertThat(after).hasSize(2);
    }
  }
}
