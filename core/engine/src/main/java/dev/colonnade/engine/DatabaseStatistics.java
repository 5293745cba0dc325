package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.commit.CommitStatistics;
import dev.colonnade.mvcc.txn.TransactionStatistics;
import dev.colonnade.range.RangeStatistics;
import dev.colonnade.scan.cache.ColumnCacheStatistics;
import dev.colonnade.store.StoreStatistics;

/**
 * Figures of a database at one moment. Counters count from its opening.
 *
 * @param store caches, log, files
 * @param commits groups and what was in them
 * @param data what all ranges hold
 * @param rangeCount ranges
 * @param collected what the garbage collector removed
 * @param directBytes memory of results outside the heap
 * @param columnCache columns that are kept for later scans
 * @param transactions and locks of rows
 */
public record DatabaseStatistics(
    StoreStatistics store,
    CommitStatistics commits,
    RangeStatistics data,
    int rangeCount,
    Collected collected,
    long directBytes,
    ColumnCacheStatistics columnCache,
    TransactionStatistics transactions) {
  public DatabaseStatistics {
    requireNonNull(store, "store is null");
    requireNonNull(commits, "commits is null");
    requireNonNull(data, "data is null");
    requireNonNull(collected, "collected is null");
    requireNonNull(columnCache, "columnCache is null");
    requireNonNull(transactions, "transactions is null");
  }

  /** What the garbage collector removed. */
  public record Collected(long versions, long bytes) {}
}
