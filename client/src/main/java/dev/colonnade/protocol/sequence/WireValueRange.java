package dev.colonnade.protocol.sequence;

import java.math.BigInteger;

/**
 * Arithmetic progression of sequence values: {@code first}, {@code first + step}, and so on.
 *
 * @param count number of values, at least 1
 */
public record WireValueRange(long first, long step, long count) {
  public WireValueRange {
    if (step == 0 || count < 1 || isBeyondLongs(first, step, count - 1)) {
      throw new IllegalArgumentException(
          "value range is invalid: first=" + first + " step=" + step + " count=" + count);
    }
  }

  /** Returns the last value. */
  public long last() {
    return valueAt(count - 1);
  }

  /**
   * Returns the value at an index.
   *
   * @param index from 0
   */
  public long valueAt(long index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("index=" + index + " count=" + count);
    }
    return first + step * index;
  }

  /**
   * Returns whether the last value overflows a long. The step may be as large as the whole range of
   * longs.
   */
  private static boolean isBeyondLongs(long first, long step, long stepCount) {
    BigInteger last =
        BigInteger.valueOf(step)
            .multiply(BigInteger.valueOf(stepCount))
            .add(BigInteger.valueOf(first));
    return last.bitLength() >= Long.SIZE;
  }
}
