package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.MultiServerWorkload;
import dev.colonnade.bench.harness.ServerProvider;
import dev.colonnade.bench.kv.load.KvTable;
import dev.colonnade.bench.kv.load.LoadSetup;
import dev.colonnade.bench.kv.load.ReadLatencies;
import dev.colonnade.bench.kv.load.ReadLoad;
import dev.colonnade.bench.kv.load.RowLoader;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import java.io.IOException;
import java.util.Map;

/**
 * Workload that splits a table at many keys in one request. Rows are read before the split and
 * meanwhile.
 */
final class PreSplitRun implements MultiServerWorkload {
  private static final long TABLE_BYTES = 64L << 20;
  private static final long QUIET_MILLIS = 5_000;
  private static final double NANOS_PER_SECOND = 1e9;

  private final LoadSetup load;
  private final int count;

  PreSplitRun(LoadSetup load, int count) {
    this.load = requireNonNull(load, "load is null");
    this.count = count;
  }

  /** Runs the workload with automatic splits and merges disabled. */
  @Override
  public void measure(ServerProvider servers, MeasurementLog log)
      throws IOException, InterruptedException {
    servers.use(Map.of("split.enabled", "false"), this::measure);
  }

  private void measure(BenchTarget target, MeasurementLog log) throws InterruptedException {
    try (ColonnadeClient client = target.connect(1);
        ColonnadeClient reader = target.connect(1)) {
      ClientTable table = KvTable.createFresh(client, KvTable.NAME);
      log.phase("loading");
      RowLoader rows = new RowLoader(load);
      long rowCount = rows.load(client, table, TABLE_BYTES);

      log.phase("reading");
      ReadLoad before = ReadLoad.start(reader, table, rows.keys(), rowCount);
      Thread.sleep(QUIET_MILLIS);
      ReadLatencies.log("presplit.before.", before.stop(), log);

      log.phase("splitting at " + count + " keys, and reading");
      ReadLoad meanwhile = ReadLoad.start(reader, table, rows.keys(), rowCount);
      long startNanos = System.nanoTime();
      int ranges = client.splitAt(table, KvTable.evenKeys(table, count)).size();
      long nanos = System.nanoTime() - startNanos;
      ReadLatencies.log("presplit.meanwhile.", meanwhile.stop(), log);
      log.add("presplit.seconds", nanos / NANOS_PER_SECOND, "s");
      log.add("presplit.ranges", ranges, MeasurementLog.COUNT);
    }
  }
}
