package dev.colonnade.split.pressure;

import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;

/** Estimated growth of one range by one write batch. Used by one thread. */
final class RangeCharge {
  private final RangeDescriptor range;
  private final Key firstKey;
  private long bytes;
  private int rows;

  RangeCharge(RangeDescriptor range, Key firstKey) {
    this.range = range;
    this.firstKey = firstKey;
  }

  void add(long moreBytes) {
    bytes += moreBytes;
    rows++;
  }

  RangeDescriptor range() {
    return range;
  }

  /** Returns the start key of the range. */
  Key start() {
    return range.span().start();
  }

  Key firstKey() {
    return firstKey;
  }

  /** Returns the maximum growth of the range in bytes; 0 if the batch only deletes rows. */
  long bytes() {
    return bytes;
  }

  int rows() {
    return rows;
  }
}
