package dev.colonnade.storage.check;

import static java.util.Objects.requireNonNull;

import dev.colonnade.range.verify.RangeVerification;
import dev.colonnade.store.StoreIdentity;

/**
 * Result of a store check.
 *
 * @param identity identity of the store
 * @param catalogVersion number of catalog changes
 * @param tableCount number of tables
 * @param ranges result of the verification of all ranges
 */
public record StoreReport(
    StoreIdentity identity, long catalogVersion, int tableCount, RangeVerification ranges) {
  public StoreReport {
    requireNonNull(identity, "identity is null");
    requireNonNull(ranges, "ranges is null");
  }
}
