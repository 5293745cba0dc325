package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.RangeVerification;
import dev.colonnade.store.StoreIdentity;

/**
 * What a check of a store found.
 *
 * @param identity which store it is
 * @param catalogVersion how often tables were changed
 * @param tableCount tables
 * @param ranges what the walk over all ranges found
 */
public record StoreReport(
    StoreIdentity identity, long catalogVersion, int tableCount, RangeVerification ranges) {
  public StoreReport {
    requireNonNull(identity, "identity is null");
    requireNonNull(ranges, "ranges is null");
  }
}
