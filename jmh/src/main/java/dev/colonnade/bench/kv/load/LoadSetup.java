package dev.colonnade.bench.kv.load;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.mutation.WriteDurability;
import java.time.Duration;

/**
 * Configuration of the writers.
 *
 * @param blocks sizes of values
 * @param concurrency number of writers, each with one write in flight
 * @param durability durability of the writes
 * @param warmUp time at the beginning when sizes of ranges are recorded and latencies are not
 * @param duration duration after the warm-up
 * @param seed seed of keys and sizes
 */
public record LoadSetup(
    Blocks blocks,
    int concurrency,
    WriteDurability durability,
    Duration warmUp,
    Duration duration,
    long seed) {
  public LoadSetup {
    requireNonNull(blocks, "blocks is null");
    requireNonNull(durability, "durability is null");
    requireNonNull(warmUp, "warmUp is null");
    requireNonNull(duration, "duration is null");
    if (concurrency < 1) {
      throw new IllegalArgumentException("out of range: concurrency=" + concurrency);
    }
  }

  /** Range of the sizes of values in bytes; both ends are inclusive. */
  public record Blocks(int bytesMin, int bytesMax) {
    public Blocks {
      if (bytesMin < 1 || bytesMax < bytesMin) {
        throw new IllegalArgumentException(
            "blocks need 1 <= min <= max: minBlockBytes="
                + bytesMin
                + " maxBlockBytes="
                + bytesMax);
      }
    }
  }
}
