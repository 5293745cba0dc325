package dev.colonnade.split.pressure;

import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;

/** What one batch brings to one range. Used by one thread. */
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

  /** Where the range begins. */
  Key start() {
    return range.span().start();
  }

  Key firstKey() {
    return firstKey;
  }

  /** By how much the range grows at most; 0 where rows are only removed. */
  long bytes() {
    return bytes;
  }

  int rows() {
    return rows;
  }
}
