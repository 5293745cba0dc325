package dev.colonnade.bench.demo;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.report.CheckList;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.ReadableNumbers;
import dev.colonnade.bench.report.Statistics;
import dev.colonnade.bench.report.TextTable;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.TpchReference;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.bench.tpch.load.ConsoleProgress;
import dev.colonnade.bench.tpch.load.LoadedTable;
import dev.colonnade.bench.tpch.load.TpchLoader;
import dev.colonnade.client.ColonnadeClient;
import java.util.List;
import java.util.function.Function;

/** Steps of the demo, on a running server without tables. */
final class Demo {
  private final Console console;
  private final ColonnadeClient client;
  private final Scale scale;
  private final Function<Scale, TpchReference> referenceSource;

  Demo(
      Console console,
      ColonnadeClient client,
      Scale scale,
      Function<Scale, TpchReference> referenceSource) {
    this.console = requireNonNull(console, "console is null");
    this.client = requireNonNull(client, "client is null");
    this.scale = requireNonNull(scale, "scale is null");
    this.referenceSource = requireNonNull(referenceSource, "referenceSource is null");
  }

  /** Runs all steps. Returns whether all results are correct. */
  boolean run() throws InterruptedException {
    long loadTimestamp = load();
    CheckList checks = new CheckList();
    DemoContext context = new DemoContext(console, client, referenceSource.apply(scale), checks);

    console.heading("Scans: columnar batches beside raw key-values");
    DemoScans scans = new DemoScans(context);
    scans.countTables();
    scans.show();

    console.heading("Time travel: a read AS OF an earlier timestamp");
    new DemoTimeTravel(context).show(loadTimestamp);

    console.heading("Trace of one scan");
    new DemoTrace(context).show();

    console.heading("A split of lineitem");
    DemoRanges ranges = new DemoRanges(context);
    ranges.split();

    console.heading("Ranges");
    ranges.show();

    return conclude(checks);
  }

  private long load() throws InterruptedException {
    console.heading("TPC-H at scale " + scale + ", over the network");
    List<LoadedTable> tables;
    try (ConsoleProgress progress = new ConsoleProgress(console, scale.rowCountEstimate())) {
      tables = new TpchLoader(client, scale, progress).load(List.of(TpchTable.values()));
    }
    TextTable shown = new TextTable().text("table").number("rows").number("time").number("rows/s");
    tables.forEach(table -> shown.row(row(table)));
    console.table(shown);
    return tables.stream().mapToLong(LoadedTable::lastCommitTimestamp).max().orElseThrow();
  }

  private boolean conclude(CheckList checks) {
    console.heading("Checks against reference values, computed independently from the generator");
    checks.print(console);
    console.line("");
    int wrong = checks.wrongCount();
    if (wrong == 0) {
      console.line("  " + console.good("All " + checks.checks().size() + " checks passed."));
    } else {
      console.line("  " + console.bad(wrong + " of " + checks.checks().size() + " checks FAILED."));
    }
    return wrong == 0;
  }

  private static String[] row(LoadedTable table) {
    return new String[] {
      table.table().tableName(),
      ReadableNumbers.count(table.rowCount()),
      ReadableNumbers.duration(table.nanos()),
      ReadableNumbers.approximate(Statistics.perSecond(table.rowCount(), table.nanos()))
    };
  }
}
