package dev.colonnade.bench.start;

import dev.colonnade.bench.harness.BenchOptions;
import dev.colonnade.bench.harness.BenchRun;
import dev.colonnade.bench.harness.MeasurementLog;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.harness.ServerProvider;
import dev.colonnade.bench.report.Console;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command {@code colonnade bench start}. */
@Command(
    name = "start",
    description = {
      "Start of a server on an empty store, and its first statements with pgJDBC: time, and"
          + " processor time of the server's process, compiler threads included.",
      "Starts a new server for each repetition, with the JVM flags of this process, and reports"
          + " medians. The processor time has the resolution of the operating system's accounting,"
          + " usually 10 ms."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false)
public final class StartBench implements Callable<Integer> {
  @Mixin private BenchOptions target = new BenchOptions();

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "9",
      description = "Number of starts (default: ${DEFAULT-VALUE}).")
  private int repetitions;

  @SuppressWarnings("NullAway.Init") // by picocli
  @Spec
  private CommandSpec spec;

  private final Console console = Console.standard();

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (target.url().isPresent()) {
      throw new ParameterException(
          spec.commandLine(), "--url cannot be combined with start, which starts servers itself");
    }
    return new BenchRun("start", target, console).runAll(this::measure);
  }

  private void measure(ServerProvider servers, MeasurementLog log)
      throws IOException, InterruptedException {
    StartTimes times = new StartTimes();
    for (int i = 1; i <= repetitions; i++) {
      log.phase("start " + i + " of " + repetitions);
      new MeasuredStart(times).run();
    }
    times.log(log);
  }
}
