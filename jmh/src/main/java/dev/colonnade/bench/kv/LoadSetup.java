package dev.colonnade.bench.kv;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.mutation.WriteDurability;
import java.time.Duration;

/**
 * What writers do.
 *
 * @param blocks sizes of values
 * @param concurrency writers, each with one write in flight
 * @param warmUp at the beginning, when latencies are not counted; sizes of ranges are
 * @param duration after it
 * @param seed of keys and sizes
 */
record LoadSetup(
    Blocks blocks,
    int concurrency,
    WriteDurability durability,
    Duration warmUp,
    Duration duration,
    long seed) {
  LoadSetup {
    requireNonNull(blocks, "blocks is null");
    requireNonNull(durability, "durability is null");
    requireNonNull(warmUp, "warmUp is null");
    requireNonNull(duration, "duration is null");
    if (concurrency < 1) {
      throw new IllegalArgumentException("out of range: concurrency=" + concurrency);
    }
  }

  /** Sizes of values in bytes; both ends are included. */
  record Blocks(int bytesMin, int bytesMax) {
    Blocks {
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
