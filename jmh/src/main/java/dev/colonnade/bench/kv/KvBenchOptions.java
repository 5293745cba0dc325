package dev.colonnade.bench.kv;

import dev.colonnade.bench.harness.ByteSizeConverter;
import dev.colonnade.bench.harness.PositiveIntConverter;
import dev.colonnade.bench.kv.load.LoadSetup;
import dev.colonnade.bench.kv.load.SplitSetup;
import dev.colonnade.protocol.mutation.WriteDurability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Command-line options of {@code bench kv}. */
final class KvBenchOptions {
  @Option(
      names = "--min-block-bytes",
      paramLabel = "BYTES",
      converter = PositiveIntConverter.class,
      defaultValue = "70000",
      description = "Smallest size of a value (default: ${DEFAULT-VALUE}).")
  private int blockBytesMin;

  @Option(
      names = "--max-block-bytes",
      paramLabel = "BYTES",
      converter = PositiveIntConverter.class,
      defaultValue = "80000",
      description = "Largest size of a value (default: ${DEFAULT-VALUE}).")
  private int blockBytesMax;

  @Option(
      names = "--concurrency",
      paramLabel = "COUNT",
      converter = PositiveIntConverter.class,
      defaultValue = "16",
      description = "Writers, each with one write in flight (default: ${DEFAULT-VALUE}).")
  private int concurrency;

  @Option(
      names = "--splits",
      paramLabel = "COUNT",
      defaultValue = "0",
      description = "Number of splits before the first write (default: ${DEFAULT-VALUE}).")
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
      converter = PositiveIntConverter.class,
      defaultValue = "4",
      description = "Number of concurrent splits of the server (default: ${DEFAULT-VALUE}).")
  private int splitConcurrency;

  @Option(
      names = "--backpressure",
      paramLabel = "on|off",
      converter = OnOffConverter.class,
      defaultValue = "on",
      description =
          "Whether the server throttles writes to ranges that are too large (default:"
              + " ${DEFAULT-VALUE}).")
  private OnOff backpressure = OnOff.ON;

  @Option(
      names = "--auto-split",
      paramLabel = "on|off",
      converter = OnOffConverter.class,
      defaultValue = "on",
      description = "Whether the server splits ranges automatically (default: ${DEFAULT-VALUE}).")
  private OnOff autoSplit = OnOff.ON;

  @Option(
      names = "--durability",
      paramLabel = "WHEN",
      defaultValue = "SERVER_DEFAULT",
      description =
          "Durability of acknowledged writes: ${COMPLETION-CANDIDATES} (default:"
              + " ${DEFAULT-VALUE}).")
  private WriteDurability durability = WriteDurability.SERVER_DEFAULT;

  @Option(
      names = "--warm-up",
      paramLabel = "SECONDS",
      defaultValue = "3",
      description =
          "Warm-up: sizes of ranges are recorded, latencies are not (default:"
              + " ${DEFAULT-VALUE}).")
  private int warmUpSeconds;

  @Option(
      names = "--duration",
      paramLabel = "SECONDS",
      converter = PositiveIntConverter.class,
      defaultValue = "60",
      description = "Duration of each load after the warm-up (default: ${DEFAULT-VALUE}).")
  private int durationSeconds;

  @Option(
      names = "--seed",
      paramLabel = "NUMBER",
      defaultValue = "1",
      description = "Seed of keys and sizes (default: ${DEFAULT-VALUE}).")
  private long seed;

  @Option(
      names = "--chart",
      paramLabel = "FILE",
      description = "Also write a chart of ranges over time to this file, .svg or .png.")
  private Optional<Path> chart = Optional.empty();

  public SplitSetup split() {
    boolean enabled = autoSplit == OnOff.ON;
    return new SplitSetup(
        rangeBytesMax, splitConcurrency, enabled && backpressure == OnOff.ON, enabled);
  }

  public LoadSetup load() {
    return new LoadSetup(
        new LoadSetup.Blocks(blockBytesMin, blockBytesMax),
        concurrency,
        durability,
        Duration.ofSeconds(warmUpSeconds),
        Duration.ofSeconds(durationSeconds),
        seed);
  }

  public int splits() {
    return splits;
  }

  Optional<Path> chart() {
    return chart;
  }
}
