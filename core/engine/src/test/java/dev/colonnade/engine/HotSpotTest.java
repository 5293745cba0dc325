package dev.colonnade.engine;

import static dev.colonnade.engine.TestDatabases.PLAIN;
import static dev.colonnade.engine.TestDatabases.createTable;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.write.RowBatch;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.split.SplitStatistics;
import dev.colonnade.split.limit.RangeLimits;
import dev.colonnade.split.pressure.PressureOptions;
import dev.colonnade.split.queue.QueueOptions;
import dev.colonnade.testing.Seed;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.ConcurrentHistogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Test of the maximum range size under sixteen writers of large rows at random keys, starting with
 * one empty range. The size is printed; it is bounded only where writers are throttled.
 */
@Tag("integration")
class HotSpotTest {
  private static final int WRITERS = 16;
  private static final long MIB = 1 << 20;
  private static final double RATIO_MAX = 2.5;
  private static final long SECONDS = Long.getLong("colonnade.hotspot.seconds", 1);

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({
    "4, 1, false",
    "2, 1, false",
    "2, 4, false",
    "2, 4, true",
    "1, 4, false",
    "1, 4, true",
    "1, 16, true"
  })
  void shouldSplitAsFastAsWritersFill(long limitMib, int concurrency, boolean pressure)
      throws Exception {
    SplitConfig config =
        SplitConfig.DEFAULT
            .withLimits(RangeLimits.ofMaxBytes(limitMib * MIB))
            .withQueue(QueueOptions.DEFAULT.withConcurrency(concurrency))
            .withPressure(
                PressureOptions.DEFAULT
                    .withEnabled(pressure)
                    .withTimes(PressureOptions.DEFAULT.delayMax(), Duration.ofMinutes(2)));
    Random random = Seed.random("HotSpotTest");
    ConcurrentHistogram latency = new ConcurrentHistogram(3);
    double largest = 0;
    int queued = 0;
    AtomicBoolean done = new AtomicBoolean();
    try (Database database = Database.open(TestDatabases.config(folder).withSplit(config));
        ExecutorService threads = Executors.newFixedThreadPool(WRITERS)) {
      Table table = createTable(database.session("test"), "t", PLAIN);
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        Random own = new Random(random.nextLong());
        writers.add(threads.submit(() -> write(database, table, own, latency, done)));
      }
      for (long sample = 0; sample < SECONDS * 100; sample++) {
        Thread.sleep(10);
        SplitStatistics now = database.splits().statistics();
        largest = Math.max(largest, now.ranges().largestRatio());
        queued = Math.max(queued, now.queue().queued());
      }
      done.set(true);
      for (Future<?> writer : writers) {
        writer.get();
      }
      System.out.printf(
          "HotSpotTest limitMib=%d concurrency=%d pressure=%s largest=%.2f queued=%d writes=%d"
              + " p50=%.1fms p99=%.1fms max=%.1fms%n  %s%n",
          limitMib,
          concurrency,
          pressure,
          largest,
          queued,
          latency.getTotalCount(),
          latency.getValueAtPercentile(50) / 1e6,
          latency.getValueAtPercentile(99) / 1e6,
          latency.getMaxValue() / 1e6,
          database.splits().statistics());
      if (pressure) { // without it, the range size depends on the machine
        assertThat(largest).isLessThanOrEqualTo(RATIO_MAX);
      }
      assertThat(database.splits().awaitIdle(Duration.ofMinutes(2))).as("recovers").isTrue();
      assertThat(database.splits().statistics().ranges().largestRatio()).isLessThanOrEqualTo(1);
      assertThat(database.splits().statistics().queue().counts().failedTotal()).isZero();
    }
  }

  private static void write(
      Database database,
      Table table,
      Random random,
      ConcurrentHistogram latency,
      AtomicBoolean done) {
    Session session = database.session("test");
    while (!done.get()) {
      RowBatch batch = session.newBatch(table);
      batch.row().putAll(random.nextLong(), "x".repeat(70_000 + random.nextInt(10_000)), 1);
      long began = System.nanoTime();
      TestDatabases.await(session.write(batch.insert()));
      latency.recordValue(System.nanoTime() - began);
    }
  }
}
