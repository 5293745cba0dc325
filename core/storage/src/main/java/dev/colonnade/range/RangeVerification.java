package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * What a walk over everything found.
 *
 * @param rangeCount ranges
 * @param counted what they hold, as counted
 * @param problems what is not as it should be, the first {@value RangeVerifier#PROBLEMS_MAX} of it;
 *     empty if everything is
 */
public record RangeVerification(long rangeCount, RangeStatistics counted, List<String> problems) {
  public RangeVerification {
    requireNonNull(counted, "counted is null");
    problems = List.copyOf(problems);
  }

  /** Whether everything is as it should be. */
  public boolean isClean() {
    return problems.isEmpty();
  }
}
