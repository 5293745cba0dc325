package dev.colonnade.sql.execute.set;

/**
 * Bloom filter of rows by their hash: finds rows that were certainly never added, with a quarter of
 * a percent of false positives. One thread.
 */
final class RowFilter {
  private static final int BITS_PER_ROW = 16;
  private static final int PROBES = 4;

  private final long[] bits;
  private final long capacity;
  private long count;

  /**
   * Creates an empty filter.
   *
   * @param capacity number of rows, a power of two
   */
  RowFilter(long capacity) {
    if (Long.bitCount(capacity) != 1) {
      throw new IllegalArgumentException("capacity=" + capacity);
    }
    this.capacity = capacity;
    this.bits = new long[Math.toIntExact(memoryBytes(capacity) / Long.BYTES)];
  }

  /** Returns the bytes of memory of a filter. */
  static long memoryBytes(long capacity) {
    return Math.max(Long.BYTES, capacity * BITS_PER_ROW / Byte.SIZE);
  }

  long capacity() {
    return capacity;
  }

  /** Returns whether so many rows may be added without more false positives. */
  boolean hasSpace(int rowCount) {
    return count + rowCount <= capacity;
  }

  void add(long hash) {
    count++;
    for (int probe = 0; probe < PROBES; probe++) {
      long bit = bit(hash, probe);
      bits[(int) (bit >>> 6)] |= 1L << bit;
    }
  }

  /** Returns false if a row of this hash was certainly not added. */
  boolean mayContain(long hash) {
    for (int probe = 0; probe < PROBES; probe++) {
      long bit = bit(hash, probe);
      if ((bits[(int) (bit >>> 6)] & 1L << bit) == 0) {
        return false;
      }
    }
    return true;
  }

  private long bit(long hash, int probe) {
    long step = Long.rotateLeft(hash, Integer.SIZE) | 1;
    return hash + probe * step & ((long) bits.length << 6) - 1;
  }
}
