package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.await;
import static dev.colonnade.engine.TestDatabases.createTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.key.Key;
import dev.colonnade.range.ExclusiveSectionHistogram;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.RangeChange;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.plan.SplitKeys;
import dev.colonnade.testing.OwnThread;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Test of many splits at once under concurrent reads. Its duration, its cost and the latencies of
 * reads are printed, not asserted: they depend on the machine.
 */
@Tag("integration")
class ManySplitsTest {
  private static final int KEYS = 10_000;
  private static final long MIB = 1 << 20;

  @TempDir private Path folder;

  /** Opens a database without load-based splits. */
  private Database open() {
    RangeLimits limits = RangeLimits.DEFAULT.withRequestsPerSecondMax(1e9);
    return Database.open(
        TestDatabases.config(folder).withSplit(SplitConfig.DEFAULT.withLimits(limits)));
  }

  private static void fill(Session session, Table table, int rows, int bytes) {
    for (int from = 0; from < rows; from += 100) {
      RowBatch batch = session.newBatch(table);
      for (int row = from; row < from + 100; row++) {
        batch.row().putAll((long) row, "x".repeat(bytes), row);
        batch.insert();
      }
      await(session.write(batch));
    }
  }

  /** Reads one row after the other until stopped; returns when the reading has begun. */
  private static CompletableFuture<Histogram> reading(
      Session session, Table table, int rows, AtomicBoolean done) {
    CountDownLatch begun = new CountDownLatch(1);
    CompletableFuture<Histogram> reads =
        CompletableFuture.supplyAsync(
            () -> read(session, table, rows, begun, done), OwnThread.EXECUTOR);
    try {
      assertThat(begun.await(120, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return reads;
  }

  private static Histogram read(
      Session session, Table table, int rows, CountDownLatch begun, AtomicBoolean done) {
    Histogram nanos = new Histogram(3);
    for (long row = 0; !done.get(); row = (row + 7919) % rows) {
      long began = System.nanoTime();
      Key key = table.format().keyCodec().encode(row);
      assertThat(session.get(table, key, session.latestTimestamp())).isNotNull();
      nanos.recordValue(System.nanoTime() - began);
      begun.countDown();
    }
    return nanos;
  }

  @Test
  void shouldPresplitAtTenThousandKeysDuringReads() {
    try (Database database = open()) {
      Session session = database.session("test");
      Table table = createTable(session, "t", PLAIN);
      fill(session, table, 20_000, 100);
      List<Key> keys =
          LongStream.range(1, KEYS + 1).mapToObj(table.format().keyCodec()::prefix).toList();
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Histogram> reads = reading(session, table, 20_000, done);
      long usedBefore = usedBytes();
      long began = System.nanoTime();
      session.splitAt(table, keys);
      long millis = (System.nanoTime() - began) / 1_000_000;
      done.set(true);
      Histogram nanos = reads.join();
      long kept = usedBytes() - usedBefore;

      List<RangeStatus> ranges = session.ranges(table.span());
      assertThat(ranges).hasSize(KEYS + 1);
      assertThat(ranges.stream().mapToLong(range -> range.statistics().liveRows()).sum())
          .isEqualTo(20_000);
      ExclusiveSectionHistogram.Times exclusive = database.splits().statistics().exclusive();
      System.out.printf(
          "ManySplitsTest presplit keys=%d millis=%d keptBytesPerRange=%d reads=%d"
              + " readP99Micros=%d readMaxMicros=%d exclusive=%s%n",
          KEYS,
          millis,
          kept / KEYS,
          nanos.getTotalCount(),
          nanos.getValueAtPercentile(99) / 1_000,
          nanos.getMaxValue() / 1_000,
          exclusive);
    }
  }

  @Test
  void shouldSplitAHundredRangesAtOnceDuringReads() {
    int rowCount = 40_000;
    try (Database database = open()) {
      Session session = database.session("test");
      Table table = createTable(session, "t", PLAIN);
      session.splitAt(
          table,
          LongStream.range(1, 100)
              .mapToObj(range -> table.format().keyCodec().prefix(range * rowCount / 100))
              .toList());
      fill(session, table, rowCount, 300);
      assertThat(session.ranges(table.span())).hasSize(100);
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Histogram> reads = reading(session, table, rowCount, done);
      database.splits().pause();
      database.splits().changeLimits(table.id(), RangeLimits.ofMaxBytes(64 << 10));
      assertThat(database.splits().pending()).hasSize(100);
      long began = System.nanoTime();
      database.splits().resume();
      assertThat(database.splits().awaitIdle(Duration.ofMinutes(2))).isTrue();
      long millis = (System.nanoTime() - began) / 1_000_000;
      done.set(true);
      Histogram nanos = reads.join();

      ExclusiveSectionHistogram.Times exclusive = database.splits().statistics().exclusive();
      System.out.printf(
          "ManySplitsTest hundred millis=%d ranges=%d reads=%d readP99Micros=%d"
              + " readMaxMicros=%d exclusive=%s%n",
          millis,
          session.ranges(table.span()).size(),
          nanos.getTotalCount(),
          nanos.getValueAtPercentile(99) / 1_000,
          nanos.getMaxValue() / 1_000,
          exclusive);
      assertThat(database.splits().statistics().changes())
          .containsEntry(RangeChange.Reason.SIZE, 100L);
      assertThat(session.ranges(table.span())).hasSizeGreaterThanOrEqualTo(300);
    }
  }

  private static long usedBytes() {
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  /** Splits in halves, one after the other, as a scheduler without n-way splits would. */
  private static int halve(Database database, Table table, long maxBytes) {
    int cuts = 0;
    while (true) {
      RangeStatus large =
          database.session("test").ranges(table.span()).stream()
              .filter(range -> range.statistics().totalBytes() > maxBytes)
              .findFirst()
              .orElse(null);
      if (large == null) {
        return cuts;
      }
      List<Key> keys =
          new SplitKeys(database.store(), database.ranges()::rowStart, Long.MAX_VALUE)
              .bySize(large, 2);
      database.rangeOperations().split(large.descriptor(), keys);
      cuts++;
    }
  }

  @Test
  void shouldSplitARangeOf64TimesTheLimitAtOnceAndNotByHalves() {
    int rows = 64_000;
    try (Database database = open()) {
      Session session = database.session("test");
      Table halved = createTable(session, "halved", PLAIN);
      Table cut = createTable(session, "cut", PLAIN);
      fill(session, halved, rows, 1_000);
      fill(session, cut, rows, 1_000);
      AtomicBoolean done = new AtomicBoolean();
      CompletableFuture<Histogram> reads = reading(session, cut, rows, done);

      long began = System.nanoTime();
      int cuts = halve(database, halved, MIB);
      long halvingNanos = System.nanoTime() - began;
      began = System.nanoTime();
      database.splits().changeLimits(cut.id(), RangeLimits.ofMaxBytes(MIB));
      assertThat(database.splits().awaitIdle(Duration.ofMinutes(2))).isTrue();
      long cuttingNanos = System.nanoTime() - began;
      done.set(true);
      Histogram nanos = reads.join();

      System.out.printf(
          "ManySplitsTest 64x halvingMillis=%d cuts=%d cuttingMillis=%d ranges=%d ratio=%.1f"
              + " readP50Micros=%d readP99Micros=%d readMaxMicros=%d%n",
          halvingNanos / 1_000_000,
          cuts,
          cuttingNanos / 1_000_000,
          session.ranges(cut.span()).size(),
          (double) halvingNanos / cuttingNanos,
          nanos.getValueAtPercentile(50) / 1_000,
          nanos.getValueAtPercentile(99) / 1_000,
          nanos.getMaxValue() / 1_000);
      assertThat(session.ranges(cut.span()).size()).isGreaterThan(64);
      assertThat(database.splits().statistics().changes())
          .containsEntry(RangeChange.Reason.SIZE, 1L);
      assertThat(cuts).isGreaterThan(60);
    }
  }
}
