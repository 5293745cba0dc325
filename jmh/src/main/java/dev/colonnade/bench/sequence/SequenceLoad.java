package dev.colonnade.bench.sequence;

import dev.colonnade.bench.PositiveConverter;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How much is asked for at once, and for how long. */
public final class SequenceLoad {
  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveConverter.class,
      defaultValue = "15",
      description = "How long each rate is measured, all rounds together (${DEFAULT-VALUE}).")
  private int durationSeconds;

  @Option(
      names = "--rounds",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "15",
      description =
          "Rounds that this time is divided into; each runs all variants, and the median counts"
              + " (${DEFAULT-VALUE}).")
  private int rounds;

  @Option(
      names = "--connections",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "10",
      description = "Sessions at a time, with a connection each (${DEFAULT-VALUE}).")
  private int connections;

  @Option(
      names = "--in-flight",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "1",
      description = "Requests of each connection that wait for an answer (${DEFAULT-VALUE}).")
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

  /** Of one variant in one round. */
  Duration roundTime() {
    return Duration.ofSeconds(durationSeconds).dividedBy(rounds);
  }
}
