package dev.colonnade.bench.kv.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * Execution of a load: runs all write loops, samples the ranges meanwhile, and then waits until no
 * split is pending.
 */
public final class LoadRun {
  /** Limit of the time to wait for pending splits. */
  static final Duration SETTLE_MAX = Duration.ofSeconds(30);

  /** Limit of the connections; with more, the client's threads only contend. */
  private static final int CONNECTIONS_MAX = 16;

  private static final long SETTLE_POLL_MILLIS = 10;

  private final BenchTarget target;
  private final LoadSetup load;
  private final SplitSetup split;

  public LoadRun(BenchTarget target, LoadSetup load, SplitSetup split) {
    this.target = requireNonNull(target, "target is null");
    this.load = requireNonNull(load, "load is null");
    this.split = requireNonNull(split, "split is null");
  }

  /**
   * Runs the load on a new table.
   *
   * @param preSplitCount number of splits before the load
   */
  public LoadResult run(int preSplitCount) throws InterruptedException {
    try (ColonnadeClient client = target.connect(Math.min(load.concurrency(), CONNECTIONS_MAX))) {
      ClientTable table = KvTable.createFresh(client, KvTable.NAME);
      if (preSplitCount > 0) {
        client.splitAt(table, KvTable.evenKeys(table, preSplitCount));
      }
      try (RangeSampler sampler = RangeSampler.start(target.connect(1))) {
        return measure(client, table, sampler);
      }
    }
  }

  private LoadResult measure(ColonnadeClient client, ClientTable table, RangeSampler sampler)
      throws InterruptedException {
    long startNanos = System.nanoTime();
    WriteLoop.Load shared = new WriteLoop.Load(load, startNanos);
    List<WriteLoop> loops = new ArrayList<>();
    for (int i = 0; i < load.concurrency(); i++) {
      loops.add(new WriteLoop(client.async(), table, shared, i));
    }
    loops.forEach(WriteLoop::start);
    Histogram latencies = new Histogram(WriteLoop.LATENCY_DIGITS);
    long rejectedCount = 0;
    long writtenBytes = 0;
    for (WriteLoop loop : loops) {
      WriteLoop.Outcome outcome = loop.await();
      latencies.add(outcome.latencies());
      rejectedCount += outcome.rejectedCount();
      writtenBytes += outcome.writtenBytes();
    }
    long endNanos = System.nanoTime();
    settle(client, endNanos);
    long settledNanos = System.nanoTime();
    LoadResult.Times times =
        new LoadResult.Times(startNanos, shared.countFromNanos(), endNanos, settledNanos);
    LoadResult.Writes writes = new LoadResult.Writes(latencies, rejectedCount, writtenBytes);
    return new LoadResult(split, times, writes, sampler.stop());
  }

  private void settle(ColonnadeClient client, long endNanos) throws InterruptedException {
    while (split.enabled()
        && !RangeSampler.sample(client).isSettled(split.rangeBytesMax())
        && System.nanoTime() - endNanos < SETTLE_MAX.toNanos()) {
      Thread.sleep(SETTLE_POLL_MILLIS);
    }
  }
}
