package dev.colonnade.range.verify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.statistics.RangeStatistics;
import java.util.List;

/**
 * Result of the verification of a store.
 *
 * @param rangeCount number of ranges
 * @param counted counted statistics of all ranges together
 * @param problems violated invariants, at most the first {@value #PROBLEMS_MAX}; empty if there are
 *     none
 */
public record RangeVerification(long rangeCount, RangeStatistics counted, List<String> problems) {
  /** Maximum number of listed problems. */
  public static final int PROBLEMS_MAX = 100;

  public RangeVerification {
    requireNonNull(counted, "counted is null");
    problems = List.copyOf(problems);
  }

  /** Returns whether no problem was found. */
  public boolean isClean() {
    return problems.isEmpty();
  }
}
