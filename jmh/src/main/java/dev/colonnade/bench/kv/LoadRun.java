package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.BenchTarget;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** Writes with all lanes, samples meanwhile, and then waits until nothing is left to be split. */
final class LoadRun {
  /** How long the end of splitting is waited for. */
  static final Duration SETTLE_MAX = Duration.ofSeconds(30);

  /** More of them would only make the client's threads wait for each other. */
  private static final int CONNECTIONS_MAX = 16;

  private static final long SETTLE_POLL_MILLIS = 10;

  private final BenchTarget target;
  private final LoadSetup load;
  private final SplitSetup split;

  LoadRun(BenchTarget target, LoadSetup load, SplitSetup split) {
    this.target = requireNonNull(target, "target is null");
    this.load = requireNonNull(load, "load is null");
    this.split = requireNonNull(split, "split is null");
  }

  /**
   * Runs it on a fresh table.
   *
   * @param preSplitCount splits to make before it begins
   */
  LoadResult run(int preSplitCount) throws InterruptedException {
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
    WriteLane.Load shared = new WriteLane.Load(load, startNanos);
    List<WriteLane> lanes = new ArrayList<>();
    for (int i = 0; i < load.concurrency(); i++) {
      lanes.add(new WriteLane(client.async(), table, shared, i));
    }
    lanes.forEach(WriteLane::start);
    Histogram latencies = new Histogram(WriteLane.LATENCY_DIGITS);
    long refusedCount = 0;
    long writtenBytes = 0;
    for (WriteLane lane : lanes) {
      WriteLane.Outcome outcome = lane.await();
      latencies.add(outcome.latencies());
      refusedCount += outcome.refusedCount();
      writtenBytes += outcome.writtenBytes();
    }
    long endNanos = System.nanoTime();
    settle(client, endNanos);
    long settledNanos = System.nanoTime();
    LoadResult.Times times =
        new LoadResult.Times(startNanos, shared.countFromNanos(), endNanos, settledNanos);
    LoadResult.Writes writes = new LoadResult.Writes(latencies, refusedCount, writtenBytes);
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
