package dev.colonnade.bench.kv;

import dev.colonnade.bench.PositiveConverter;
import dev.colonnade.protocol.mutation.WriteDurability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** What {@code bench kv} understands beside what every workload does. */
final class KvOptions {
  @Option(
      names = "--min-block-bytes",
      paramLabel = "BYTES",
      converter = PositiveConverter.class,
      defaultValue = "70000",
      description = "Smallest value (default: ${DEFAULT-VALUE}).")
  private int blockBytesMin;

  @Option(
      names = "--max-block-bytes",
      paramLabel = "BYTES",
      converter = PositiveConverter.class,
      defaultValue = "80000",
      description = "Largest value (default: ${DEFAULT-VALUE}).")
  private int blockBytesMax;

  @Option(
      names = "--concurrency",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "16",
      description = "Writers, each with one write in flight (default: ${DEFAULT-VALUE}).")
  private int concurrency;

  @Option(
      names = "--splits",
      paramLabel = "COUNT",
      defaultValue = "0",
      description = "Splits to make before the first write (default: ${DEFAULT-VALUE}).")
  private int splits;

  @Option(
      names = "--range-max-bytes",
      paramLabel = "SIZE",
      converter = ByteSizeConverter.class,
      defaultValue = "4MiB",
      description = "Size at which the server splits a range (default: ${DEFAULT-VALUE}).")
  private long rangeBytesMax;

  @Option(
      names = "--split-concurrency",
      paramLabel = "COUNT",
      converter = PositiveConverter.class,
      defaultValue = "4",
      description = "Ranges that the server splits at a time (default: ${DEFAULT-VALUE}).")
  private int splitConcurrency;

  @Option(
      names = "--backpressure",
      paramLabel = "on|off",
      converter = SwitchConverter.class,
      defaultValue = "on",
      description =
          "Whether the server slows down writers to ranges that are too large (default:"
              + " ${DEFAULT-VALUE}).")
  private Switch backpressure = Switch.ON;

  @Option(
      names = "--auto-split",
      paramLabel = "on|off",
      converter = SwitchConverter.class,
      defaultValue = "on",
      description = "Whether the server splits ranges by itself (default: ${DEFAULT-VALUE}).")
  private Switch autoSplit = Switch.ON;

  @Option(
      names = "--durability",
      paramLabel = "WHEN",
      defaultValue = "SERVER_DEFAULT",
      description =
          "What writes are acknowledged for: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private WriteDurability durability = WriteDurability.SERVER_DEFAULT;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "3",
      description =
          "Time at the beginning when latencies are not counted; sizes of ranges are (default:"
              + " ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveConverter.class,
      defaultValue = "60",
      description = "How long is written after that, for each load (default: ${DEFAULT-VALUE}).")
  private int durationSeconds;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Of keys and sizes (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "Also draw ranges over time into this file, .svg or .png.")
  private Optional<Path> chart = Optional.empty();

  SplitSetup split() {
    boolean enabled = autoSplit == Switch.ON;
    return new SplitSetup(
        rangeBytesMax, splitConcurrency, enabled && backpressure == Switch.ON, enabled);
  }

  LoadSetup load() {
    return new LoadSetup(
        new LoadSetup.Blocks(blockBytesMin, blockBytesMax),
        concurrency,
        durability,
        Duration.ofSeconds(warmUpSeconds),
        Duration.ofSeconds(durationSeconds),
        seed);
  }

  int splits() {
    return splits;
  }

  Optional<Path> chart() {
    return chart;
  }
}
