package dev.colonnade.scan;

import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Store;

/** Scans of a store in memory. */
class MemoryScanTest extends ScanContract {
  @Override
  Store newStore() {
    return new MemoryStore();
  }
}
