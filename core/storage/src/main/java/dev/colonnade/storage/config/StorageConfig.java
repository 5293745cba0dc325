package dev.colonnade.storage.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.archive.ArchiveConfig;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.store.disk.DiskConfig;
import dev.colonnade.store.rocks.config.RocksStoreConfig;
import java.nio.file.Path;

/**
 * Configuration of a database.
 *
 * @param folder directory of the store; created if it does not exist
 * @param store caches, files and log
 * @param commit durability and limits of commits
 * @param retention retention of superseded versions
 * @param scan pages and threads of scans
 * @param memory off-heap memory of results
 * @param split splits and merges of ranges
 * @param sequence caching of sequence values
 * @param transactions limits of transactions
 * @param archive archive of all changes
 * @param disk reserve of disk space
 */
public record StorageConfig(
    Path folder,
    RocksStoreConfig store,
    CommitOptions commit,
    RetentionConfig retention,
    ScanConfig scan,
    MemoryLimits memory,
    SplitConfig split,
    SequenceConfig sequence,
    TransactionConfig transactions,
    ArchiveConfig archive,
    DiskConfig disk) {
  public StorageConfig {
    requireNonNull(folder, "folder is null");
    requireNonNull(store, "store is null");
    requireNonNull(commit, "commit is null");
    requireNonNull(retention, "retention is null");
    requireNonNull(scan, "scan is null");
    requireNonNull(memory, "memory is null");
    requireNonNull(split, "split is null");
    requireNonNull(sequence, "sequence is null");
    requireNonNull(transactions, "transactions is null");
    requireNonNull(archive, "archive is null");
    requireNonNull(disk, "disk is null");
  }

  /** Returns the defaults, for a store in {@code folder}. */
  public static StorageConfig at(Path folder) {
    return new StorageConfig(
        folder,
        RocksStoreConfig.defaults(),
        CommitOptions.DEFAULT,
        RetentionConfig.DEFAULT,
        ScanConfig.defaults(),
        MemoryLimits.DEFAULT,
        SplitConfig.DEFAULT,
        SequenceConfig.DEFAULT,
        TransactionConfig.DEFAULT,
        ArchiveConfig.OFF,
        DiskConfig.OFF);
  }

  /** Returns a copy with another configuration of the store. */
  public StorageConfig withStore(RocksStoreConfig other) {
    return new StorageConfig(
        folder,
        other,
        commit,
        retention,
        scan,
        memory,
        split,
        sequence,
        transactions,
        archive,
        disk);
  }

  /** Returns a copy with other options of commits. */
  public StorageConfig withCommit(CommitOptions other) {
    return new StorageConfig(
        folder,
        store,
        other,
        retention,
        scan,
        memory,
        split,
        sequence,
        transactions,
        archive,
        disk);
  }

  /** Returns a copy with another retention. */
  public StorageConfig withRetention(RetentionConfig other) {
    return new StorageConfig(
        folder, store, commit, other, scan, memory, split, sequence, transactions, archive, disk);
  }

  /** Returns a copy with another scan configuration. */
  public StorageConfig withScan(ScanConfig other) {
    return new StorageConfig(
        folder,
        store,
        commit,
        retention,
        other,
        memory,
        split,
        sequence,
        transactions,
        archive,
        disk);
  }

  /** Returns a copy with other memory limits. */
  public StorageConfig withMemory(MemoryLimits other) {
    return new StorageConfig(
        folder,
        store,
        commit,
        retention,
        scan,
        other,
        split,
        sequence,
        transactions,
        archive,
        disk);
  }

  /** Returns a copy with another split configuration. */
  public StorageConfig withSplit(SplitConfig other) {
    return new StorageConfig(
        folder,
        store,
        commit,
        retention,
        scan,
        memory,
        other,
        sequence,
        transactions,
        archive,
        disk);
  }

  /** Returns a copy with another sequence configuration. */
  public StorageConfig withSequence(SequenceConfig other) {
    return new StorageConfig(
        folder, store, commit, retention, scan, memory, split, other, transactions, archive, disk);
  }

  /** Returns a copy with another transaction configuration. */
  public StorageConfig withTransactions(TransactionConfig other) {
    return new StorageConfig(
        folder, store, commit, retention, scan, memory, split, sequence, other, archive, disk);
  }

  /** Returns a copy with another archive. */
  public StorageConfig withArchive(ArchiveConfig other) {
    return new StorageConfig(
        folder, store, commit, retention, scan, memory, split, sequence, transactions, other, disk);
  }

  /** Returns a copy with another configuration of the disk. */
  public StorageConfig withDisk(DiskConfig other) {
    return new StorageConfig(
        folder,
        store,
        commit,
        retention,
        scan,
        memory,
        split,
        sequence,
        transactions,
        archive,
        other);
  }
}
