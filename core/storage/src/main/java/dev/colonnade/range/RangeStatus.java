package dev.colonnade.range;

import static java.util.Objects.requireNonNull;

/** A range and what it held at one moment. */
public record RangeStatus(RangeDescriptor descriptor, RangeStatistics statistics) {
  public RangeStatus {
    requireNonNull(descriptor, "descriptor is null");
    requireNonNull(statistics, "statistics is null");
  }
}
