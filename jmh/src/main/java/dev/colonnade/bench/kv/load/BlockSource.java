package dev.colonnade.bench.kv.load;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Source of values of random sizes. The values are slices of random bytes, so that they do not
 * compress. Thread-safe.
 */
final class BlockSource {
  private static final int SLACK_BYTES = 1 << 20;

  private final LoadSetup.Blocks sizes;
  private final byte[] bytes;

  BlockSource(LoadSetup.Blocks sizes, long seed) {
    this.sizes = sizes;
    this.bytes = new byte[sizes.bytesMax() + SLACK_BYTES];
    new SplittableRandom(seed).nextBytes(bytes);
  }

  byte[] next(SplittableRandom random) {
    int length = random.nextInt(sizes.bytesMin(), sizes.bytesMax() + 1);
    int from = random.nextInt(SLACK_BYTES);
    return Arrays.copyOfRange(bytes, from, from + length);
  }
}
