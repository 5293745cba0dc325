package dev.colonnade.sql.function.aggregate;

import dev.colonnade.sql.function.scalar.IntervalFunctions;
import dev.colonnade.type.Interval;
import org.jspecify.annotations.Nullable;

/** Sum or mean of intervals. */
final class IntervalAccumulator implements GroupAccumulator {
  private final boolean isMean;
  private Interval sum = Interval.ZERO;
  private long count;

  IntervalAccumulator(boolean isMean) {
    this.isMean = isMean;
  }

  @Override
  public boolean growsWithRows() {
    return false;
  }

  @Override
  public void add(@Nullable Object[] arguments) {
    if (arguments[0] instanceof Interval value) {
      sum = IntervalFunctions.addInterval(sum, value);
      count++;
    }
  }

  @Override
  public @Nullable Object result() {
    if (count == 0) {
      return null;
    }
    return isMean ? IntervalFunctions.divideInterval(sum, (double) count) : sum;
  }
}
