package dev.colonnade.bench.sequence;

import dev.colonnade.bench.harness.PositiveIntConverter;
import java.time.Duration;
import picocli.CommandLine.Option;

/** Command-line options of {@code bench sequence}. */
public final class SequenceBenchOptions {
  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveIntConverter.class,
      defaultValue = "15",
      description =
          "Duration of the measurement of each rate, of all rounds together (${DEFAULT-VALUE}).")
  private int durationSeconds;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "15",
      description =
          "Number of rounds of the duration; each runs all variants, and the median is reported"
              + " (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--connections",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "10",
      description = "Number of concurrent sessions, with a connection each (${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--in-flight",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "1",
      description = "Number of requests in flight per connection (${DEFAULT-VALUE}).")
  private int inFlight;

  int rounds() {
    return rounds;
  }

  int connections() {
    return connections;
  }

  int inFlight() {
    return inFlight;
  }

  /** Returns the duration of one variant in one round. */
  Duration roundTime() {
    return Duration.ofSeconds(durationSeconds).dividedBy(rounds);
  }
}
