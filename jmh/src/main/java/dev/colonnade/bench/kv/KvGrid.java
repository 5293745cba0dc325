package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.Campaign;
import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.Servers;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.Figures;
import dev.colonnade.bench.report.TextTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The same load with every combination of limit, concurrency and backpressure, each on a server of
 * its own with a fresh store, and before those of each limit once without any splits.
 */
final class KvGrid implements Campaign {
  private static final long MIB = 1L << 20;
  private static final List<Long> LIMITS = List.of(4 * MIB, 2 * MIB, MIB);
  private static final List<Integer> CONCURRENCIES = List.of(1, 4, 16);
  private static final List<Boolean> BACKPRESSURES = List.of(false, true);

  private final LoadSetup load;
  private final Optional<Path> chart;
  private final Console console;

  KvGrid(LoadSetup load, Optional<Path> chart, Console console) {
    this.load = requireNonNull(load, "load is null");
    this.chart = requireNonNull(chart, "chart is null");
    this.console = requireNonNull(console, "console is null");
  }

  @Override
  public void measure(Servers servers, MeasurementLog log)
      throws IOException, InterruptedException {
    List<GridCell> cells = new ArrayList<>();
    for (long limit : LIMITS) {
      LoadResult plain = run(servers, new SplitSetup(limit, 1, false, false), log);
      plain.log(limitName(limit) + "no_splits.", log);
      for (int concurrency : CONCURRENCIES) {
        for (boolean backpressure : BACKPRESSURES) {
          SplitSetup setup = new SplitSetup(limit, concurrency, backpressure, true);
          GridCell cell = new GridCell(run(servers, setup, log), plain);
          cell.log(log);
          cells.add(cell);
        }
      }
    }
    console.heading("All combinations");
    console.table(table(cells));
    console.heading("What is wanted");
    console.table(verdicts(cells));
    console.line("");
    console.line(throughputVerdict(cells));
    if (chart.isPresent()) {
      draw(cells, chart.get());
    }
  }

  /** What the names of the figures of one limit begin with. */
  static String limitName(long limit) {
    return "limit" + limit / MIB + "mib.";
  }

  private LoadResult run(Servers servers, SplitSetup setup, MeasurementLog log)
      throws IOException, InterruptedException {
    log.phase("writing: " + setup);
    List<LoadResult> results = new ArrayList<>();
    servers.use(
        setup.settings(), (on, figures) -> results.add(new LoadRun(on, load, setup).run(0)));
    return results.getFirst();
  }

  private static TextTable table(List<GridCell> cells) {
    TextTable table =
        new TextTable()
            .figure("limit")
            .figure("splits at a time")
            .text("backpressure")
            .figure("largest")
            .figure("after warm-up")
            .figure("queue")
            .figure("settled")
            .figure("writes/s")
            .figure("of no splits")
            .figure("p99")
            .figure("of no splits")
            .figure("ranges");
    for (GridCell cell : cells) {
      LoadResult result = cell.result();
      table.row(
          Figures.bytes(result.split().rangeBytesMax()),
          String.valueOf(result.split().concurrency()),
          result.split().backpressure() ? "on" : "off",
          GridCell.times(result.largestRatio()),
          GridCell.times(result.steadyRatio()),
          String.valueOf(result.queueLengthMax()),
          Figures.approximate(result.settleSeconds()) + " s",
          Figures.approximate(result.throughput()),
          GridCell.times(cell.throughputRatio()),
          Figures.approximate(result.percentileMicros(99) / 1e3) + " ms",
          GridCell.times(cell.latencyRatio()),
          Figures.count(result.rangeCount()));
    }
    return table;
  }

  private TextTable verdicts(List<GridCell> cells) {
    TextTable table =
        new TextTable()
            .figure("limit")
            .figure("splits at a time")
            .text("backpressure")
            .text("there")
            .text("wanted")
            .text("ours")
            .text("");
    for (GridLine line : GridLine.ALL) {
      GridCell cell = line.find(cells);
      table.row(
          Figures.bytes(line.setup().rangeBytesMax()),
          String.valueOf(line.setup().concurrency()),
          line.setup().backpressure() ? "on" : "off",
          line.there(),
          line.wanted(),
          cell.summary(),
          line.holds(cell) ? "✓" : "✗");
    }
    return table;
  }

  private String throughputVerdict(List<GridCell> cells) {
    long held = cells.stream().filter(GridCell::keepsThroughput).count();
    double least = cells.stream().mapToDouble(GridCell::throughputRatio).min().orElseThrow();
    String text =
        "  Throughput at least %s of that without splits: %d of %d, the least %s"
            .formatted(
                GridCell.times(GridCell.THROUGHPUT_RATIO_MIN),
                held,
                cells.size(),
                GridCell.times(least));
    return held == cells.size() ? console.good(text) : console.bad(text);
  }

  private void draw(List<GridCell> cells, Path file) throws IOException {
    Map<String, LoadResult> results = new LinkedHashMap<>();
    for (GridLine line : GridLine.ALL) {
      results.put(line.setup().toString(), line.find(cells).result());
    }
    KvChart.writeLargest(results, file);
    console.line("");
    console.line("  drawn into " + file);
  }
}
