package dev.colonnade.storage;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveStatus;
import dev.colonnade.mvcc.commit.CommitStatistics;
import dev.colonnade.mvcc.txn.TransactionStatistics;
import dev.colonnade.range.statistics.RangeStatistics;
import dev.colonnade.scan.cache.ColumnCacheStatistics;
import dev.colonnade.store.StoreStatistics;
import dev.colonnade.store.disk.DiskStatus;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of a database at one point in time. Counters start at zero when the database is opened.
 *
 * @param store caches, log, files
 * @param commits commit groups and their contents
 * @param data contents of all ranges
 * @param rangeCount number of ranges
 * @param collected versions that the garbage collector removed
 * @param directBytes off-heap memory of results
 * @param columnCache cache of decoded columns
 * @param transactions transactions and row locks
 * @param archive archive of all changes; null if there is none
 * @param disk space on the disk
 */
public record StorageStatistics(
    StoreStatistics store,
    CommitStatistics commits,
    RangeStatistics data,
    int rangeCount,
    Collected collected,
    long directBytes,
    ColumnCacheStatistics columnCache,
    TransactionStatistics transactions,
    @Nullable ArchiveStatus archive,
    DiskStatus disk) {
  public StorageStatistics {
    requireNonNull(store, "store is null");
    requireNonNull(commits, "commits is null");
    requireNonNull(data, "data is null");
    requireNonNull(collected, "collected is null");
    requireNonNull(columnCache, "columnCache is null");
    requireNonNull(transactions, "transactions is null");
    requireNonNull(disk, "disk is null");
  }

  /** Versions and bytes that the garbage collector removed. */
  public record Collected(long versions, long bytes) {}
}
