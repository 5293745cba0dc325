package dev.colonnade.sequence.definition;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Arithmetic progression of sequence values: {@code first, first + step, ...}, with {@code count}
 * values, all within the range of a long.
 */
public record ValueRun(long first, long step, long count) {
  public ValueRun {
    if (count < 1 || step == 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "not a run of values: count=" + count + " step=" + step);
    }
  }

  /** Returns the value at {@code index}, counted from 0. */
  public long value(long index) {
    // Intermediate results may wrap around; the sum is correct nevertheless.
    return first + index * step;
  }

  /** Returns the last value. */
  public long last() {
    return value(count - 1);
  }
}
