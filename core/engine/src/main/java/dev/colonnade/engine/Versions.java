package dev.colonnade.engine;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.clock.PhysicalClock;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.store.Store;

/** Clock, published timestamp, retention guard and versioned reads of a store. */
record Versions(
    HybridClock clock, PublishedTimestamp published, RetentionGuard guard, VersionedReads reads) {

  static Versions recover(Store store, PhysicalClock physical) {
    HybridClock clock = new HybridClock(physical);
    PublishedTimestamp published = PublishedTimestamp.recover(store, clock);
    RetentionGuard guard = RetentionGuard.recover(store);
    return new Versions(clock, published, guard, new VersionedReads(store, published, guard));
  }
}
