package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.MultiServerWorkload;
import dev.colonnade.bench.harness.ServerProvider;
import dev.colonnade.bench.kv.load.KvTable;
import dev.colonnade.bench.kv.load.LoadSetup;
import dev.colonnade.bench.kv.load.RangeSample;
import dev.colonnade.bench.kv.load.RangeSampler;
import dev.colonnade.bench.kv.load.ReadLatencies;
import dev.colonnade.bench.kv.load.ReadLoad;
import dev.colonnade.bench.kv.load.RowLoader;
import dev.colonnade.bench.kv.load.SplitSetup;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Workload that lets the server split a range of many times the size limit: once into all pieces in
 * one split, and once, with the same rows, by repeated halving, one split at a time. Rows are read
 * meanwhile.
 */
final class BigRangeRun implements MultiServerWorkload {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long POLL_MILLIS = 2;

  /** Upper limit of {@code split.pieces-max}. */
  private static final int PIECES_MOST = 1024;

  private static final Duration SETTLE_MAX = Duration.ofMinutes(5);

  /** Request rate that the reads do not reach, so that no range is split because of its load. */
  private static final String REQUESTS_UNREACHED = "1000000000";

  private final LoadSetup load;
  private final SplitSetup split;
  private final int factor;

  BigRangeRun(LoadSetup load, SplitSetup split, int factor) {
    this.load = requireNonNull(load, "load is null");
    this.split = requireNonNull(split, "split is null");
    this.factor = factor;
  }

  /** Runs the workload with a high hard limit and splits disabled until the data is loaded. */
  @Override
  public void measure(ServerProvider servers, MeasurementLog log)
      throws IOException, InterruptedException {
    Map<String, String> settings =
        Map.of(
            "split.enabled",
            "false",
            "split.range-max-bytes",
            String.valueOf(split.rangeBytesMax()),
            "split.range-hard-max-bytes",
            String.valueOf(4L * factor * split.rangeBytesMax()),
            "split.requests-per-second-max",
            REQUESTS_UNREACHED);
    servers.use(settings, this::measure);
  }

  private void measure(BenchTarget target, MeasurementLog log) throws InterruptedException {
    Strategy atOnce = new Strategy("at_once", PIECES_MOST, split.concurrency());
    Strategy halving = new Strategy("halving", 2, 1);
    try (ColonnadeClient client = target.connect(1);
        ColonnadeClient reader = target.connect(1)) {
      split(client, reader, new Strategy("warm_up", atOnce.piecesMax, atOnce.concurrency), log);
      double atOnceSeconds = split(client, reader, atOnce, log);
      double halvingSeconds = split(client, reader, halving, log);
      log.add("split.halving_to_at_once", halvingSeconds / atOnceSeconds, MeasurementLog.RATIO);
    }
  }

  private double split(
      ColonnadeClient client, ColonnadeClient reader, Strategy strategy, MeasurementLog log)
      throws InterruptedException {
    log.phase("splitting a range of " + factor + " x the limit: " + strategy.name);
    ClientTable table = KvTable.createFresh(client, KvTable.NAME + "_" + strategy.name);
    RowLoader rows = new RowLoader(load);
    long rowCount = rows.load(client, table, factor * split.rangeBytesMax());
    client.setServerSetting("split.pieces-max", String.valueOf(strategy.piecesMax));
    client.setServerSetting("split.concurrency", String.valueOf(strategy.concurrency));
    ReadLoad reads = ReadLoad.start(reader, table, rows.keys(), rowCount);
    long splitsBefore = RangeSampler.sample(client).splits();
    long startNanos = System.nanoTime();
    client.setServerSetting("split.enabled", "true");
    RangeSample end = settle(client, startNanos);
    double seconds = (end.nanos() - startNanos) / NANOS_PER_SECOND;
    client.setServerSetting("split.enabled", "false");
    String prefix = "split." + strategy.name + ".";
    log.add(prefix + "seconds", seconds, "s");
    log.add(prefix + "splits", (double) (end.splits() - splitsBefore), MeasurementLog.COUNT);
    ReadLatencies.log(prefix, reads.stop(), log);
    log.add(prefix + "ranges", client.ranges(table.name()).size(), MeasurementLog.COUNT);
    client.dropTable(table.name(), true);
    return seconds;
  }

  /** Waits until no range exceeds the limit. */
  private RangeSample settle(ColonnadeClient client, long startNanos) throws InterruptedException {
    RangeSample now = RangeSampler.sample(client);
    while (!now.isSettled(split.rangeBytesMax())) {
      if (now.nanos() - startNanos > SETTLE_MAX.toNanos()) {
        throw new IllegalStateException("not split in time: " + now);
      }
      Thread.sleep(POLL_MILLIS);
      now = RangeSampler.sample(client);
    }
    return now;
  }

  /**
   * Configuration of the split scheduler.
   *
   * @param name part of the names of the measurements
   * @param piecesMax maximum number of pieces of one split
   * @param concurrency concurrent splits
   */
  private record Strategy(String name, int piecesMax, int concurrency) {}
}
