package dev.colonnade.protocol.sequence;

import java.math.BigInteger;

/**
 * Values at one distance from each other: {@code first}, {@code first + step}, and so on.
 *
 * @param count how many, at least 1
 */
public record ValueRun(long first, long step, long count) {
  public ValueRun {
    if (step == 0 || count < 1 || isBeyondLongs(first, step, count - 1)) {
      throw new IllegalArgumentException(
          "no run is like this: first=" + first + " step=" + step + " count=" + count);
    }
  }

  /** The last value. */
  public long last() {
    return valueAt(count - 1);
  }

  /**
   * A value.
   *
   * @param index from 0
   */
  public long valueAt(long index) {
    if (index < 0 || index >= count) {
      throw new IndexOutOfBoundsException("index=" + index + " count=" + count);
    }
    return first + step * index;
  }

  /** Whether the last value is no long. Steps may be as long as the whole range of longs. */
  private static boolean isBeyondLongs(long first, long step, long stepCount) {
    BigInteger last =
        BigInteger.valueOf(step)
            .multiply(BigInteger.valueOf(stepCount))
            .add(BigInteger.valueOf(first));
    return last.bitLength() >= Long.SIZE;
  }
}
