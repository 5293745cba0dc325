package dev.colonnade.bench.scan;

import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.harness.ScaleFactorConverter;
import dev.colonnade.bench.tpch.Scale;
import picocli.CommandLine.Option;

/** Command-line options of {@code bench scan}. */
final class ScanBenchOptions {
  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "0.1",
      converter = ScaleFactorConverter.class,
      description = "TPC-H scale factor of the data (default: ${DEFAULT-VALUE}).")
  private Scale scale = ScaleFactorConverter.DEFAULT;

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "5",
      description =
          "Number of runs of each scan, of which the median is reported (default:"
              + " ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveIntConverter.class,
      defaultValue = "5",
      description = "Duration of the measurement of each rate (default: ${DEFAULT-VALUE}).")
  private int durationSeconds;

  Scale scale() {
    return scale;
  }

  int repetitions() {
    return repetitions;
  }

  int durationSeconds() {
    return durationSeconds;
  }
}
