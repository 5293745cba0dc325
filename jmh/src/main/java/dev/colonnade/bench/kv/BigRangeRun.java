package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.BenchTarget;
import dev.colonnade.bench.Campaign;
import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.Servers;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.KeyBatch;
import dev.colonnade.client.Table;
import java.io.IOException;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * Cuts a range of many times the limit into as many pieces in one go, and another one of the same
 * rows by halving it, and the halves, one cut after the other; reads rows meanwhile.
 */
final class BigRangeRun implements Campaign {
  private static final double NANOS_PER_SECOND = 1e9;

  private final LoadSetup load;
  private final SplitSetup split;
  private final int factor;

  BigRangeRun(LoadSetup load, SplitSetup split, int factor) {
    this.load = requireNonNull(load, "load is null");
    this.split = requireNonNull(split, "split is null");
    this.factor = factor;
  }

  /** The server lets ranges grow, and splits none by itself. */
  @Override
  public void measure(Servers servers, MeasurementLog log)
      throws IOException, InterruptedException {
    Map<String, String> settings =
        Map.of(
            "split.enabled",
            "false",
            "split.range-max-bytes",
            String.valueOf(2L * factor * split.rangeBytesMax()));
    servers.use(settings, this::measure);
  }

  private void measure(BenchTarget target, MeasurementLog log) throws InterruptedException {
    try (ColonnadeClient client = target.connect(1);
        ColonnadeClient reader = target.connect(1)) {
      cut(client, reader, "warm_up", BigRangeRun::atOnce, log);
      double atOnce = cut(client, reader, "at_once", BigRangeRun::atOnce, log);
      double halving = cut(client, reader, "halving", BigRangeRun::halve, log);
      log.add("split.halving_to_at_once", halving / atOnce, MeasurementLog.RATIO);
    }
  }

  private double cut(
      ColonnadeClient client, ColonnadeClient reader, String name, Cutter how, MeasurementLog log)
      throws InterruptedException {
    log.phase("cutting a range of " + factor + " x the limit: " + name);
    Table table = KvTable.createFresh(client, KvTable.NAME + "_" + name);
    RowLoader rows = new RowLoader(load);
    long rowCount = rows.load(client, table, factor * split.rangeBytesMax());
    long[] sorted = LongStream.range(0, rowCount).map(rows.keys()::key).sorted().toArray();
    long[] cuts = new long[factor - 1];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = sorted[(int) ((i + 1) * rowCount / factor)];
    }
    ReadLoad reads = ReadLoad.start(reader, table, rows.keys(), rowCount);
    long startNanos = System.nanoTime();
    how.cut(client, table, cuts);
    double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
    String prefix = "split." + name + ".";
    log.add(prefix + "seconds", seconds, "s");
    ReadFigures.log(prefix, reads.stop(), log);
    log.add(prefix + "ranges", client.ranges(table.name()).size(), MeasurementLog.COUNT);
    return seconds;
  }

  private static void atOnce(ColonnadeClient client, Table table, long[] cuts) {
    KeyBatch keys = table.newKeys();
    for (long cut : cuts) {
      keys.add().putLong(cut).end();
    }
    client.splitAt(table, keys);
  }

  private static void halve(ColonnadeClient client, Table table, long[] cuts) {
    halve(client, table, cuts, 0, cuts.length);
  }

  /** Cuts at the middle of {@code from} to {@code to}, then both sides of it. */
  private static void halve(ColonnadeClient client, Table table, long[] cuts, int from, int to) {
    if (from < to) {
      int middle = (from + to) >>> 1;
      atOnce(client, table, new long[] {cuts[middle]});
      halve(client, table, cuts, from, middle);
      halve(client, table, cuts, middle + 1, to);
    }
  }

  private interface Cutter {
    void cut(ColonnadeClient client, Table table, long[] cuts);
  }
}
