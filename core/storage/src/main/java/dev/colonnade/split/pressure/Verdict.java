package dev.colonnade.split.pressure;

import dev.colonnade.range.RangeDescriptor;

/** What is to become of a batch. */
sealed interface Verdict {
  Verdict PASS = new Pass();

  /** It goes on at once. */
  record Pass() implements Verdict {}

  /** It goes on after a while, or as soon as the range is split. */
  record Delay(RangeDescriptor range, long nanos) implements Verdict {}

  /**
   * It waits.
   *
   * @param splits whether a split is what it waits for; else it waits for other writes to end
   */
  record Wait(RangeDescriptor range, boolean splits) implements Verdict {}
}
