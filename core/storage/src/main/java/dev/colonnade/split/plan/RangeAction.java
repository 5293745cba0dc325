package dev.colonnade.split.plan;

import dev.colonnade.key.Key;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.split.limit.RangeLimits;
import java.util.List;

/** Decision about one range: split, merge, or nothing. */
public sealed interface RangeAction {
  /** No change. */
  record None() implements RangeAction {}

  /**
   * Split of an oversized range.
   *
   * @param range state of the range at the decision
   * @param limits limits that the range exceeds
   * @param pieceCount number of pieces, at least 2
   */
  record SplitBySize(RangeStatus range, RangeLimits limits, int pieceCount)
      implements RangeAction {}

  /**
   * Split of a range that exceeds its load limit.
   *
   * @param range state of the range at the decision
   * @param key split key, with about half of the requests on either side
   */
  record SplitByLoad(RangeStatus range, Key key) implements RangeAction {}

  /**
   * Merge of small ranges with little load.
   *
   * @param ranges adjacent ranges in key order, at least 2
   */
  record Merge(List<RangeDescriptor> ranges) implements RangeAction {
    public Merge {
      ranges = List.copyOf(ranges);
    }
  }
}
