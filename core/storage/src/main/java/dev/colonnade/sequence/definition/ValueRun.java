package dev.colonnade.sequence.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Values at equal distances: {@code first, first + step, ...}, {@code count} of them. None of them
 * passes the bounds of a long.
 */
public record ValueRun(long first, long step, long count) {
  public ValueRun {
    if (count < 1 || step == 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "not a run of values: count=" + count + " step=" + step);
    }
  }

  /** The value at {@code index}, counted from 0. */
  public long value(long index) {
    // Intermediate results may wrap around; the sum is that of the integers all the same.
    return first + index * step;
  }

  /** The last value. */
  public long last() {
    return value(count - 1);
  }
}
