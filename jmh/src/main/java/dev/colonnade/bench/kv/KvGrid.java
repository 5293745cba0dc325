package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.MultiServerWorkload;
import dev.colonnade.bench.harness.ServerProvider;
import dev.colonnade.bench.kv.load.LoadResult;
import dev.colonnade.bench.kv.load.LoadRun;
import dev.colonnade.bench.kv.load.LoadSetup;
import dev.colonnade.bench.kv.load.SplitSetup;
import dev.colonnade.bench.report.Console;
import dev.colonnade.bench.report.ReadableNumbers;
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
final class KvGrid implements MultiServerWorkload {
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
  public void measure(ServerProvider servers, MeasurementLog log)
      throws IOException, InterruptedException {
    List<GridResult> cells = new ArrayList<>();
    for (long limit : LIMITS) {
      LoadResult plain = run(servers, new SplitSetup(limit, 1, false, false), log);
      plain.log(GridResult.limitPrefix(limit) + "no_splits.", log);
      for (int concurrency : CONCURRENCIES) {
        for (boolean backpressure : BACKPRESSURES) {
          SplitSetup setup = new SplitSetup(limit, concurrency, backpressure, true);
          GridResult cell = new GridResult(run(servers, setup, log), plain);
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

  private LoadResult run(ServerProvider servers, SplitSetup setup, MeasurementLog log)
      throws IOException, InterruptedException {
    log.phase("writing: " + setup);
    List<LoadResult> results = new ArrayList<>();
    servers.use(
        setup.settings(),
        (server, serverLog) -> results.add(new LoadRun(server, load, setup).run(0)));
    return results.getFirst();
  }

  private static TextTable table(List<GridResult> cells) {
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
    for (GridResult cell : cells) {
      LoadResult result = cell.result();
      table.row(
          ReadableNumbers.bytes(result.split().rangeBytesMax()),
          String.valueOf(result.split().concurrency()),
          result.split().backpressure() ? "on" : "off",
          GridResult.times(result.largestRatio()),
          GridResult.times(result.steadyRatio()),
          String.valueOf(result.queueLengthMax()),
          ReadableNumbers.approximate(result.settleSeconds()) + " s",
          ReadableNumbers.approximate(result.throughput()),
          GridResult.times(cell.throughputRatio()),
          ReadableNumbers.approximate(result.percentileMicros(99) / 1e3) + " ms",
          GridResult.times(cell.latencyRatio()),
          ReadableNumbers.count(result.rangeCount()));
    }
    return table;
  }

  private TextTable verdicts(List<GridResult> cells) {
    TextTable table =
        new TextTable()
            .number("limit")
            .number("splits at a time")
            .text("backpressure")
            .text("CockroachDB")
            .text("target")
            .text("measured")
            .text("");
    for (GridTarget line : GridTarget.ALL) {
      GridResult cell = line.find(cells);
      table.row(
          ReadableNumbers.bytes(line.setup().rangeBytesMax()),
          String.valueOf(line.setup().concurrency()),
          line.setup().backpressure() ? "on" : "off",
          line.published(),
          line.target(),
          cell.summary(),
          line.isMetBy(cell) ? "✓" : "✗");
    }
    return table;
  }

  private String throughputVerdict(List<GridResult> cells) {
    long met = cells.stream().filter(GridResult::keepsThroughput).count();
    double min = cells.stream().mapToDouble(GridResult::throughputRatio).min().orElseThrow();
    String text =
        "  Throughput at least %s of that without splits: %d of %d, minimum %s"
            .formatted(
                GridResult.times(GridResult.THROUGHPUT_RATIO_MIN),
                met,
                cells.size(),
                GridResult.times(min));
    return met == cells.size() ? console.good(text) : console.bad(text);
  }

  private void writeChart(List<GridResult> cells, Path file) throws IOException {
    Map<String, LoadResult> results = new LinkedHashMap<>();
    for (GridTarget line : GridTarget.ALL) {
      results.put(line.setup().toString(), line.find(cells).result());
    }
    KvChart.writeLargest(results, file);
    console.line("");
    console.line("  chart written to " + file);
  }
}
