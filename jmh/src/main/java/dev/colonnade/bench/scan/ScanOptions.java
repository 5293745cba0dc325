package dev.colonnade.bench.scan;

import dev.colonnade.bench.PositiveConverter;
import dev.colonnade.bench.ScaleConverter;
import dev.colonnade.bench.tpch.Scale;
import picocli.CommandLine.Option;

/** Command-line options of {@code bench scan}. */
final class ScanOptions {
  @Option(
      names = "--scale",
      paramLabel = "FACTOR",
      defaultValue = "0.1",
      converter = ScaleConverter.class,
      description = "TPC-H scale factor of the data (default: ${DEFAULT-VALUE}).")
  private Scale scale = ScaleConverter.DEFAULT;

  @Option(
      names = "--repetitions",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "5",
      description =
          "Number of runs of each scan, of which the median is reported (default:"
                + " ${DEFAULT-VALUE}).")
  private int repetitions;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveConverter.class,
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
