package dev.colonnade.bench.kv.load;

/**
 * Sequence of pseudo-random keys that are distinct and uniformly distributed over all 64-bit
 * integers. A key is a function of its index. Immutable.
 */
final class KvKeys {
  private final long seed;

  KvKeys(long seed) {
    this.seed = seed;
  }

  /** Returns the key of an index: the mixing function of SplitMix64, which is a bijection. */
  long key(long index) {
    long mixed = seed + index * 0x9E3779B97F4A7C15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }
}
