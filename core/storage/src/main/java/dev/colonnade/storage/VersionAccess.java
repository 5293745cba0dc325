package dev.colonnade.storage;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.store.Store;

/** Clock, published timestamp, retention guard and versioned reads of a store. */
public record VersionAccess(
    HybridClock clock, PublishedTimestamp published, RetentionGuard guard, VersionedReads reads) {

  public static VersionAccess recover(Store store, PhysicalClock physical) {
    HybridClock clock = new HybridClock(physical);
    PublishedTimestamp published = PublishedTimestamp.recover(store, clock);
    RetentionGuard guard = RetentionGuard.recover(store);
    return new VersionAccess(clock, published, guard, new VersionedReads(store, published, guard));
  }
}
