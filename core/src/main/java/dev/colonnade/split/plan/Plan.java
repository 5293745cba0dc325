package dev.colonnade.split.plan;

import dev.colonnade.range.RangeStatus;

/** What is to be done about a range. */
public sealed interface Plan {
  /** Nothing. */
  record Rest() implements Plan {}

  /**
   * It is too large.
   *
   * @param range as it was when this was decided
   * @param limits that it passes
   * @param pieceCount pieces to cut it into, 2 or more
   */
  record SplitBySize(RangeStatus range, RangeLimits limits, int pieceCount) implements Plan {}
}
