package dev.colonnade.sql.function.aggregate;

import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/** Accumulator of the values of one group. Not thread-safe. */
public interface GroupAccumulator {
  /** Adds the arguments of a row in their internal representation. */
  void add(@Nullable Object[] arguments);

  /** Returns whether the memory consumption grows with the row count. */
  default boolean growsWithRows() {
    return true;
  }

  /** Sets the order of the values, for accumulators that compare them; before the first row. */
  default void compareBy(Comparator<Object> order) {}

  /**
   * Sets the number of rows that will be added, for accumulators of {@linkplain
   * AggregateRegistry#isOrderedSet ordered sets}; before the first row.
   */
  default void expect(long rowCount) {}

  /** Returns the result of the rows added so far; more rows can be added afterwards. */
  @Nullable Object result();
}
