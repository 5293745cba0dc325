package dev.colonnade.bench.demo;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.report.CheckList;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.Figures;
import dev.colonnade.bench.report.TextTable;
import dev.colonnade.bench.tpch.ConsoleProgress;
import dev.colonnade.bench.tpch.LoadedTable;
import dev.colonnade.bench.tpch.Scale;
import dev.colonnade.bench.tpch.TpchLoader;
import dev.colonnade.bench.tpch.TpchTable;
import dev.colonnade.bench.tpch.TpchTruth;
import dev.colonnade.client.ColonnadeClient;
import java.util.List;
import java.util.function.Function;

/** The demo itself, against a server that is there and has no tables. */
final class Demo {
  private final Console console;
  private final ColonnadeClient client;
  private final Scale scale;
  private final Function<Scale, TpchTruth> truthSource;

  Demo(
      Console console,
      ColonnadeClient client,
      Scale scale,
      Function<Scale, TpchTruth> truthSource) {
    this.console = requireNonNull(console, "console is null");
    this.client = requireNonNull(client, "client is null");
    this.scale = requireNonNull(scale, "scale is null");
    this.truthSource = requireNonNull(truthSource, "truthSource is null");
  }

  /** Shows everything. True if all that was shown is right. */
  boolean run() throws InterruptedException {
    long loadTimestamp = load();
    CheckList checks = new CheckList();
    DemoContext context = new DemoContext(console, client, truthSource.apply(scale), checks);

    console.heading("Scans: in columns, and in raw key-values beside them");
    DemoScans scans = new DemoScans(context);
    scans.countTables();
    scans.show();

    console.heading("A read of the past");
    new DemoPast(context).show(loadTimestamp);

    console.heading("What one scan did");
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
    TextTable shown = new TextTable().text("table").figure("rows").figure("time").figure("rows/s");
    tables.forEach(table -> shown.row(row(table)));
    console.table(shown);
    return tables.stream().mapToLong(LoadedTable::lastCommitTimestamp).max().orElseThrow();
  }

  private boolean conclude(CheckList checks) {
    console.heading("Checks against an independent pass over the generator");
    checks.print(console);
    console.line("");
    int wrong = checks.wrongCount();
    if (wrong == 0) {
      console.line("  " + console.good("All " + checks.checks().size() + " checks hold."));
    } else {
      console.line(
          "  " + console.bad(wrong + " of " + checks.checks().size() + " checks do NOT hold."));
    }
    return wrong == 0;
  }

  private static String[] row(LoadedTable table) {
    return new String[] {
      table.table().tableName(),
      Figures.count(table.rowCount()),
      Figures.duration(table.nanos()),
      Figures.approximate(Figures.perSecond(table.rowCount(), table.nanos()))
    };
  }
}
