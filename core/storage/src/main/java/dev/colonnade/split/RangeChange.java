package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeStatus;
import java.util.List;

/**
 * A split or a merge that was done.
 *
 * @param reason why
 * @param before the ranges that were there, in order
 * @param after the ranges that took their place, in order, and what they held soon afterwards
 * @param durationNanos from the decision to the end
 */
public record RangeChange(
    Reason reason, List<RangeDescriptor> before, List<RangeStatus> after, long durationNanos) {
  public RangeChange {
    requireNonNull(reason, "reason is null");
    before = List.copyOf(before);
    after = List.copyOf(after);
    if (before.isEmpty() || after.isEmpty()) {
      throw new IllegalArgumentException(
          "a change without ranges before=%d after=%d".formatted(before.size(), after.size()));
    }
  }

  /** Bytes of all the ranges. */
  public long bytes() {
    return after.stream().mapToLong(status -> status.statistics().totalBytes()).sum();
  }

  /** Bytes of the largest of the ranges afterwards. */
  public long largestBytes() {
    return after.stream().mapToLong(status -> status.statistics().totalBytes()).max().orElseThrow();
  }

  /** Why ranges change. */
  public enum Reason {
    /** Split: a range held more than its limit. */
    SIZE,
    /** Split: a range had more requests than its limit. */
    LOAD,
    /** Merge: ranges were small, and little was going on there. */
    COLD;

    /** Whether there are more ranges afterwards. */
    public boolean isSplit() {
      return switch (this) {
        case SIZE, LOAD -> true;
        case COLD -> false;
      };
    }
  }
}
