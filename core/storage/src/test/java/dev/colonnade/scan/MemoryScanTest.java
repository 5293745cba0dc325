package dev.colonnade.scan;

import dev.colonnade.store.MemoryStore;
import dev.colonnade.store.Store;

/** Scan contract tests on the in-memory store. */
class MemoryScanTest extends ScanContract {
  @Override
  Store newStore() {
    return new MemoryStore();
  }
}
