package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.buffer.SpillSpace;
import dev.colonnade.store.StoreReader;
import org.jspecify.annotations.Nullable;

/**
 * Dependencies of {@code Transactions}.
 *
 * @param store store of the committed state
 * @param reads versioned reads of that store
 * @param ticker clock for lock timeouts
 * @param spill memory and temporary files of uncommitted writes; null to keep them in memory
 */
public record TransactionDependencies(
    StoreReader store, VersionedReads reads, NanoTicker ticker, @Nullable SpillSpace spill) {
  public TransactionDependencies {
    requireNonNull(store, "store is null");
    requireNonNull(reads, "reads is null");
    requireNonNull(ticker, "ticker is null");
  }
}
