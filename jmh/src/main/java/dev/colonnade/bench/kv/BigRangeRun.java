package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.BenchTarget;
import dev.colonnade.bench.Campaign;
import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.Servers;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;

/**
 * Has the server's scheduler cut a range of many times the limit into all its pieces in one go, and
 * another one of the same rows by halves, one cut at a time; reads rows meanwhile.
 */
final class BigRangeRun implements Campaign {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final long POLL_MILLIS = 2;

  /** The most that {@code split.pieces-max} can be. */
  private static final int PIECES_MOST = 1024;

  private static final Duration SETTLE_MAX = Duration.ofMinutes(5);

  /** Reads alone make no range so busy that it would be split for that. */
  private static final String REQUESTS_UNREACHED = "1000000000";

  private final LoadSetup load;
  private final SplitSetup split;
  private final int factor;

  BigRangeRun(LoadSetup load, SplitSetup split, int factor) {
    this.load = requireNonNull(load, "load is null");
    this.split = requireNonNull(split, "split is null");
    this.factor = factor;
  }

  /** The server lets the range grow, and splits nothing before it is told to. */
  @Override
  public void measure(Servers servers, MeasurementLog log)
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
    Way atOnce = new Way("at_once", PIECES_MOST, split.concurrency());
    Way halving = new Way("halving", 2, 1);
    try (ColonnadeClient client = target.connect(1);
        ColonnadeClient reader = target.connect(1)) {
      cut(client, reader, new Way("warm_up", atOnce.piecesMax, atOnce.concurrency), log);
      double atOnceSeconds = cut(client, reader, atOnce, log);
      double halvingSeconds = cut(client, reader, halving, log);
      log.add("split.halving_to_at_once", halvingSeconds / atOnceSeconds, MeasurementLog.RATIO);
    }
  }

  private double cut(ColonnadeClient client, ColonnadeClient reader, Way way, MeasurementLog log)
      throws InterruptedException {
    log.phase("cutting a range of " + factor + " x the limit: " + way.name);
    ClientTable table = KvTable.createFresh(client, KvTable.NAME + "_" + way.name);
    RowLoader rows = new RowLoader(load);
    long rowCount = rows.load(client, table, factor * split.rangeBytesMax());
    client.setServerSetting("split.pieces-max", String.valueOf(way.piecesMax));
    client.setServerSetting("split.concurrency", String.valueOf(way.concurrency));
    ReadLoad reads = ReadLoad.start(reader, table, rows.keys(), rowCount);
    long splitsBefore = RangeSampler.sample(client).splits();
    long startNanos = System.nanoTime();
    client.setServerSetting("split.enabled", "true");
    RangeSample end = settle(client, startNanos);
    double seconds = (end.nanos() - startNanos) / NANOS_PER_SECOND;
    client.setServerSetting("split.enabled", "false");
    String prefix = "split." + way.name + ".";
    log.add(prefix + "seconds", seconds, "s");
    log.add(prefix + "splits", (double) (end.splits() - splitsBefore), MeasurementLog.COUNT);
    ReadFigures.log(prefix, reads.stop(), log);
    log.add(prefix + "ranges", client.ranges(table.name()).size(), MeasurementLog.COUNT);
    client.dropTable(table.name(), true);
    return seconds;
  }

  /** Waits until no range is too large. */
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
   * How the scheduler is set up.
   *
   * @param name among the results
   * @param piecesMax of one cut
   * @param concurrency cuts at a time
   */
  private record Way(String name, int piecesMax, int concurrency) {}
}
