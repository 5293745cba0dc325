package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.bench.BenchOptions;
import dev.colonnade.bench.BenchRun;
import dev.colonnade.bench.BenchTarget;
import dev.colonnade.bench.Campaign;
import dev.colonnade.bench.MeasurementLog;
import dev.colonnade.bench.PositiveConverter;
import dev.colonnade.bench.Servers;
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

/** {@code colonnade bench kv}. */
@Command(
    name = "kv",
    description = {
      "Ranges under random writes: how large they grow, how many wait to be split, and what that"
          + " costs the writers.",
      "Writes random keys with blocks of random sizes over the network, each writer with one"
          + " write in flight, and looks at the ranges ten times a second. With --url the table"
          + " bench_kv is dropped and made anew, and the server splits as it is set up to."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class KvBench implements Callable<Integer> {
  @Mixin private BenchOptions target = new BenchOptions();
  @Mixin private KvOptions options = new KvOptions();

  @ArgGroup private @Nullable Mode mode;

  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  private final Console console = Console.standard();

  /** What is run instead of one load. */
  static final class Mode {
    @Option(
        names = "--grid",
        description = {
          "Run the load with limits of 4, 2 and 1 MiB, 1, 4 and 16 splits at a time, backpressure"
              + " on and off, and without splits; say what holds of what is wanted."
        })
    private boolean grid;

    @Option(
        names = "--presplit",
        paramLabel = "COUNT",
        converter = PositiveConverter.class,
        description = "Split a table at so many keys in one go, while its rows are read.")
    private Optional<Integer> preSplit = Optional.empty();

    @Option(
        names = "--big-range-factor",
        paramLabel = "FACTOR",
        converter = PositiveConverter.class,
        description =
            "Have the server cut a range of so many times the limit in one go, and another by"
                + " halves, one cut at a time, while rows are read.")
    private Optional<Integer> bigRangeFactor = Optional.empty();
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    requireValid();
    return new BenchRun("kv", target, console).runAll(campaign());
  }

  private void requireValid() {
    if (options.chart().isPresent() && !KvChart.isSupported(options.chart().get())) {
      throw refused("--chart wants a name that ends with .svg or .png: " + options.chart().get());
    }
    if (mode != null && mode.grid && target.url().isPresent()) {
      throw refused("--grid starts servers of its own: it does not go with --url");
    }
    if (mode != null && mode.bigRangeFactor.isPresent() && target.url().isPresent()) {
      throw refused("--big-range-factor changes settings: it does not go with --url");
    }
    try {
      LoadSetup load = options.load();
      requireNonNull(load, "load is null");
    } catch (IllegalArgumentException e) {
      throw refused(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException refused(String why) {
    return new ParameterException(spec.commandLine(), why);
  }

  private Campaign campaign() {
    LoadSetup load = options.load();
    if (mode == null) {
      return this::one;
    }
    if (mode.preSplit.isPresent()) {
      return new PreSplitRun(load, mode.preSplit.get());
    }
    if (mode.bigRangeFactor.isPresent()) {
      return new BigRangeRun(load, options.split(), mode.bigRangeFactor.get());
    }
    return new KvGrid(load, options.chart(), console);
  }

  private void one(Servers servers, MeasurementLog log) throws IOException, InterruptedException {
    SplitSetup split = options.split();
    servers.use(split.settings(), (on, figures) -> load(on, split, figures));
  }

  private void load(BenchTarget on, SplitSetup split, MeasurementLog log)
      throws IOException, InterruptedException {
    log.phase("writing: " + split);
    LoadResult result = new LoadRun(on, options.load(), split).run(options.splits());
    result.log("", log);
    Optional<Path> chart = options.chart();
    if (chart.isPresent()) {
      KvChart.write(result, chart.get());
      log.phase("drawn into " + chart.get());
    }
  }
}
