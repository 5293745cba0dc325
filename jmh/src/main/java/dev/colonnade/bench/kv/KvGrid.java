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
 * Parameter sweep: the same load with every combination of size limit, split concurrency and
 * backpressure, each on a new server with an empty store. For each limit the load runs first once
 * without splits.
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
      plain.log(GridCell.limitPrefix(limit) + "no_splits.", log);
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
    console.heading("Targets");
    console.table(verdicts(cells));
    console.line("");
    console.line(throughputVerdict(cells));
    if (chart.isPresent()) {
            writeChart(cells, chart.get());
    }
  }

  

  private LoadResult run(Servers servers, SplitSetup setup, MeasurementLog log)
      throws IOException, InterruptedException {
    log.phase("writing: " + setup);
    List<LoadResult> results = new ArrayList<>();
    servers.use(
        setup.settings(), (server, serverLog) -> results.add(new LoadRun(server, load, setup).run(0)));
    return results.getFirst();
  }

  private static TextTable table(List<GridCell> cells) {
    TextTable table =
        new TextTable()
            .number("limit")
            .number("splits at a time")
            .text("backpressure")
            .number("largest")
            .number("after warm-up")
            .number("queue")
                        .number("settled")
            .number("writes/s")
            .number("vs. no splits")
            .number("p99")
            .number("vs. no splits")
            .number("ranges");
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
            .number("limit")
            .number("splits at a time")
            .text("backpressure")
                        .text("CockroachDB")
            .text("target")
            .text("measured")
            .text("");
    for (GridLine line : GridLine.ALL) {
      GridCell cell = line.find(cells);
      table.row(
          Figures.bytes(line.setup().rangeBytesMax()),
          String.valueOf(line.setup().concurrency()),
          line.setup().backpressure() ? "on" : "off",
          line.published(),
          line.target(),
          cell.summary(),
          line.isMetBy(cell) ? "✓" : "✗");
    }
    return table;
  }

  private String throughputVerdict(List<GridCell> cells) {
    long met = cells.stream().filter(GridCell::keepsThroughput).count();
    double min = cells.stream().mapToDouble(GridCell::throughputRatio).min().orElseThrow();
    String text =
        "  Throughput at least %s of that without splits: %d of %d, minimum %s"
            .formatted(
                GridCell.times(GridCell.THROUGHPUT_RATIO_MIN),
                                met,
                cells.size(),
                GridCell.times(min));
    return met == cells.size() ? console.good(text) : console.bad(text);
  }

  private void writeChart(List<GridCell> cells, Path file) throws IOException {
    Map<String, LoadResult> results = new LinkedHashMap<>();
    for (GridLine line : GridLine.ALL) {
      results.put(line.setup().toString(), line.find(cells).result());
    }
    KvChart.writeLargest(results, file);
    console.line("");
    console.line("  chart written to " + file);
  }
}
