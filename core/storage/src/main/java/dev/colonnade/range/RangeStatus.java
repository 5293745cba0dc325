package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.statistics.RangeStatistics;

/** Range descriptor and its statistics at one point in time. */
public record RangeStatus(RangeDescriptor descriptor, RangeStatistics statistics) {
  public RangeStatus {
    requireNonNull(descriptor, "descriptor is null");
    requireNonNull(statistics, "statistics is null");
  }
}
