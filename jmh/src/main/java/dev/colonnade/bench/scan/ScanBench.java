package dev.colonnade.bench.scan;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.local.MetricsClient;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.bench.tpch.load.ConsoleProgress;
import dev.colonnade.bench.tpch.load.TpchLoader;
import dev.colonnade.client.ColonnadeClient;
import dev.colonnade.client.table.ClientTable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Command {@code colonnade bench scan}. */
@Command(
    name = "scan",
    description = {
      "Columnar scans beside scans of raw key-values, and point gets.",
      "Scans lineitem of TPC-H over the network: 1, 2, 4, 8 and 16 of its 16 columns in every"
          + " format, in turns; then in reverse, filtered, compressed, over several ranges in"
          + " parallel, and with a slow reader.",
      "A scan includes the client's reading of every requested value.",
      "With --url an existing table lineitem is used unmodified; a missing one is loaded."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class ScanBench implements Callable<Integer> {
  private static final String LINE_ITEM = TpchTable.LINEITEM.tableName();

  @Mixin private BenchOptions target = new BenchOptions();
  @Mixin private ScanBenchOptions options = new ScanBenchOptions();

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    return new BenchRun("scan", target, console).run(this::measure);
  }

  private void measure(BenchTarget target, MeasurementLog log)
      throws IOException, InterruptedException {
    try (ColonnadeClient client = target.connect(2)) {
      if (!client.tableNames().contains(LINE_ITEM)) {
        load(client, log);
      }
    }
    try (ColonnadeClient client = target.connect(1)) {
      ClientTable lineItem = client.table(LINE_ITEM);
      ScanSeries series = new ScanSeries(client, lineItem, options.repetitions());
      new FormatComparison(series, log).measure();
      new ScanVariants(series, log).measure();
    }
    new PointGets(target, Duration.ofSeconds(options.durationSeconds()), log).measure();
    if (target.httpUrl().isPresent()) {
      try (MetricsClient metrics = new MetricsClient(target.httpUrl().get())) {
        new SlowReader(target, metrics, log).measure();
      }
    }
  }

  private void load(ColonnadeClient client, MeasurementLog log) throws InterruptedException {
    log.phase("loading lineitem at scale " + options.scale());
    long rowsExpected = options.scale().orderCount() * 4;
    try (ConsoleProgress progress = new ConsoleProgress(console, rowsExpected)) {
      new TpchLoader(client, options.scale(), progress).load(List.of(TpchTable.LINEITEM));
    }
  }
}
