package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.BenchTarget;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.MultiServerWorkload;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.harness.ServerProvider;
import dev.colonnade.bench.kv.load.LoadResult;
import dev.colonnade.bench.kv.load.LoadRun;
import dev.colonnade.bench.kv.load.LoadSetup;
import dev.colonnade.bench.kv.load.SplitSetup;
import dev.colonnade.bench.report.Console;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code colonnade bench kv}. */
@Command(
    name = "kv",
    description = {
      "Range splits under random writes: sizes of the ranges, ranges that wait for a split, and"
          + " the write latency.",
      "Writes random keys with values of random sizes over the network, each writer with one"
          + " write in flight, and samples the ranges ten times a second. With --url the table"
          + " bench_kv is dropped and created, and the server's own split settings apply."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class KvBench implements Callable<Integer> {
  @Mixin private BenchOptions target = new BenchOptions();
  @Mixin private KvBenchOptions options = new KvBenchOptions();

  @ArgGroup private @Nullable Mode mode;

  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  private final Console console = Console.standard();

  /** Options that replace the single load by another workload. */
  static final class Mode {
    @Option(
        names = "--grid",
        description = {
          "Run the load with limits of 4, 2 and 1 MiB, 1, 4 and 16 concurrent splits, backpressure"
              + " on and off, and without splits; compare the results with the targets."
        })
    private boolean grid;

    @Option(
        names = "--presplit",
        paramLabel = "COUNT",
        converter = PositiveIntConverter.class,
        description = "Split a table at COUNT keys in one request, while its rows are read.")
    private Optional<Integer> preSplit = Optional.empty();

    @Option(
        names = "--big-range-factor",
        paramLabel = "FACTOR",
        converter = PositiveIntConverter.class,
        description =
            "Let the server split a range of FACTOR times the limit into all pieces at once, and"
                + " another by repeated halving, while rows are read.")
    private Optional<Integer> bigRangeFactor = Optional.empty();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireValid();
    return new BenchRun("kv", target, console).runAll(campaign());
  }

  private void requireValid() {
    if (options.chart().isPresent() && !KvChart.isSupported(options.chart().get())) {
      throw rejected(
          "--chart requires a file name that ends with .svg or .png: " + options.chart().get());
    }
    if (mode != null && mode.grid && target.url().isPresent()) {
      throw rejected("--grid starts temporary servers: it cannot be combined with --url");
    }
    if (mode != null && mode.bigRangeFactor.isPresent() && target.url().isPresent()) {
      throw rejected("--big-range-factor changes settings: it cannot be combined with --url");
    }
    try {
      LoadSetup load = options.load();
      requireNonNull(load, "load is null");
    } catch (IllegalArgumentException e) {
      throw rejected(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException rejected(String reason) {
    return new ParameterException(spec.commandLine(), reason);
  }

  private MultiServerWorkload campaign() {
    LoadSetup load = options.load();
    if (mode == null) {
      return this::runOne;
    }
    if (mode.preSplit.isPresent()) {
      return new PreSplitRun(load, mode.preSplit.get());
    }
    if (mode.bigRangeFactor.isPresent()) {
      return new BigRangeRun(load, options.split(), mode.bigRangeFactor.get());
    }
    return new KvGrid(load, options.chart(), console);
  }

  private void runOne(ServerProvider servers, MeasurementLog log)
      throws IOException, InterruptedException {
    SplitSetup split = options.split();
    servers.use(split.settings(), (server, serverLog) -> runLoad(server, split, serverLog));
  }

  private void runLoad(BenchTarget server, SplitSetup split, MeasurementLog log)
      throws IOException, InterruptedException {
    log.phase("writing: " + split);
    LoadResult result = new LoadRun(server, options.load(), split).run(options.splits());
    result.log("", log);
    Optional<Path> chart = options.chart();
    if (chart.isPresent()) {
      KvChart.write(result, chart.get());
      log.phase("chart written to " + chart.get());
    }
  }
}
