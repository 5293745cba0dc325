package dev.colonnade.split.plan;

import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.limit.RangeLimits;
import java.util.List;

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

  /**
   * It is too busy.
   *
   * @param range as it was when this was decided
   * @param key where to cut it, so that each side has about half of the requests
   */
  record SplitByLoad(RangeStatus range, Key key) implements Plan {}

  /**
   * It is small, and little is going on there.
   *
   * @param neighbours it and those behind it with which it is to be one, in order; 2 or more
   */
  record Merge(List<RangeDescriptor> neighbours) implements Plan {
    public Merge {
      neighbours = List.copyOf(neighbours);
    }
  }
}
