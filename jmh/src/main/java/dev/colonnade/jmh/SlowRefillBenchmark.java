package dev.colonnade.jmh;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.sequence.cache.CacheDependencies;
import dev.colonnade.sequence.cache.LongResult;
import dev.colonnade.sequence.cache.SegmentCache;
import dev.colonnade.sequence.definition.SequenceOptions;
import dev.colonnade.sequence.prefetch.BlockSizeLimits;
import dev.colonnade.sequence.record.SequenceRecord;
import dev.colonnade.sequence.record.SequenceRecordStore;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Benchmark of the allocation of sequence values by one thread while every reservation takes {@link
 * #refillMillis} ms. Each iteration prints the number of allocations that waited.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
@SuppressWarnings("NullAway.Init") // JMH fills the fields
public class SlowRefillBenchmark {
  @Param({"5"})
  int refillMillis;

  private final LongResult result = new LongResult();
  private ScheduledExecutorService disk;
  private ExecutorService executor;
  private SegmentCache cache;
  private long waitsBefore;

  @Setup
  public void open() {
    disk = Executors.newSingleThreadScheduledExecutor();
    executor = Executors.newFixedThreadPool(2);
    SequenceRecord record = SequenceRecord.create(1, "s", SequenceOptions.defaults());
    cache =
        new SegmentCache(
            record,
            options -> BlockSizeLimits.of(options.cache(), 100, 1000, 1 << 20),
            new CacheDependencies(
                new SlowRecordStore(), executor, (_, _) -> {}, NanoTicker.system()));
  }

  @TearDown(Level.Iteration)
  public void report() {
    long waits = cache.statistics().waits();
    System.out.print("[waits=" + (waits - waitsBefore) + "] ");
    waitsBefore = waits;
  }

  @TearDown
  public void close() {
    disk.shutdownNow();
    executor.shutdownNow();
  }

  @Benchmark
  public long next() {
    return cache.tryNext(result) ? result.value() : cache.next(SegmentCache.NO_TIMEOUT).join();
  }

  /** Record store without storage that completes every write after {@link #refillMillis} ms. */
  private final class SlowRecordStore implements SequenceRecordStore {
    @Override
    public CompletableFuture<?> replace(SequenceRecord before, SequenceRecord after) {
      CompletableFuture<SequenceRecord> done = new CompletableFuture<>();
      var _ = disk.schedule(() -> done.complete(after), refillMillis, TimeUnit.MILLISECONDS);
      return done;
    }

    @Override
    public @Nullable SequenceRecord read(long id) {
      return cache.record();
    }
  }
}
