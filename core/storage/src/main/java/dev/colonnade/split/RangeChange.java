package dev.colonnade.split;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeStatus;
import java.util.List;

/**
 * Completed split or merge.
 *
 * @param reason reason of the change
 * @param before replaced ranges, in key order
 * @param after new ranges, in key order, with their statistics soon after the change
 * @param durationNanos time from the decision to the end
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

  /** Returns the total bytes of the new ranges. */
  public long bytes() {
    return after.stream().mapToLong(status -> status.statistics().totalBytes()).sum();
  }

  /** Returns the bytes of the largest new range. */
  public long largestBytes() {
    return after.stream().mapToLong(status -> status.statistics().totalBytes()).max().orElseThrow();
  }

  /** Reason of a split or a merge. */
  public enum Reason {
    /** Split: a range exceeded its size limit. */
    SIZE,
    /** Split: a range exceeded its load limit. */
    LOAD,
    /** Merge: adjacent ranges were small and had little load. */
    COLD;

    /** Returns whether the change is a split. */
    public boolean isSplit() {
      return switch (this) {
        case SIZE, LOAD -> true;
        case COLD -> false;
      };
    }
  }
}
