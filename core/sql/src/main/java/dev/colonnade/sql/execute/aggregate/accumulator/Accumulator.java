package dev.colonnade.sql.execute.aggregate.accumulator;

import dev.colonnade.sql.vector.Vector;

/** State of one aggregate call for groups that are numbered from 0. One thread. */
public interface Accumulator extends AutoCloseable {
  /** Adds rows to their groups. */
  void add(GroupedRows rows);

  /**
   * Returns the values of the groups from {@code from} to before {@code to}. The ranges of all
   * calls ascend from 0 without gaps; no rows are added after the first call.
   */
  Vector values(int from, int to);

  /**
   * Adds the groups of another accumulator of the same call, if {@link Accumulators#isMergeable}.
   *
   * @param groups the group here of each group there
   * @param groupCount number of groups here
   */
  default void merge(Accumulator other, int[] groups, int groupCount) {
    throw new UnsupportedOperationException("call cannot be merged: class=" + getClass());
  }

  /** Returns the bytes of memory that the caller has to charge. */
  long memoryBytes();

  /** Returns whether a part of the state is in temporary files: few groups at a time are read. */
  default boolean isSpilled() {
    return false;
  }

  /** Returns the bytes written to temporary files so far. */
  default long spilledBytes() {
    return 0;
  }

  /** Frees memory and files. Idempotent. */
  @Override
  default void close() {}
}
