package dev.colonnade.bench.kv;

/**
 * Keys that look random, spread evenly over all numbers, never repeat, and are known again by the
 * order in which they were drawn.
 */
final class KvKeys {
  private final long seed;

  KvKeys(long seed) {
    this.seed = seed;
  }

  /**
   * The key that was drawn as number {@code index}: the mix of SplitMix64, which is a bijection.
   */
  long key(long index) {
    long mixed = seed + index * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
