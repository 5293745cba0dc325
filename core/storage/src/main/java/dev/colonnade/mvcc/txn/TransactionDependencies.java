package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.store.StoreReader;

/**
 * Dependencies of {@code Transactions}.
 *
 * @param store store of the committed state
 * @param reads versioned reads of that store
 * @param ticker clock for lock timeouts
 */
public record TransactionDependencies(StoreReader store, VersionedReads reads, NanoTicker ticker) {
  public TransactionDependencies {
    requireNonNull(store, "store is null");
    requireNonNull(reads, "reads is null");
    requireNonNull(ticker, "ticker is null");
  }
}
