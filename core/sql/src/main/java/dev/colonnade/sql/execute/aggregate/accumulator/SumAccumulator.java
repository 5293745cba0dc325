package dev.colonnade.sql.execute.aggregate.accumulator;

import org.jspecify.annotations.Nullable;

/** SUM of a column. */
abstract class SumAccumulator implements Accumulator {
  /** Returns the sum of a group in its internal representation; null if it has no values. */
  abstract @Nullable Object sum(int group);
}
