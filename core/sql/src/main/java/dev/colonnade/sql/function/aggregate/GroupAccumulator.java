package dev.colonnade.sql.function.aggregate;

import org.jspecify.annotations.Nullable;

/** Accumulator of the values of one group. Not thread-safe. */
public interface GroupAccumulator {
  /** Adds the arguments of a row in their internal representation. */
  void add(@Nullable Object[] arguments);

  /** Returns whether the memory consumption grows with the row count. */
  default boolean growsWithRows() {
    return true;
  }

  /** Returns the result of the rows added so far; more rows can be added afterwards. */
  @Nullable Object result();
}
