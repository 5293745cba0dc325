package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.sequence.SequenceConfig;
import dev.colonnade.split.SplitConfig;
import dev.colonnade.store.rocks.RocksStoreConfig;
import java.nio.file.Path;

/**
 * How a database is set up.
 *
 * @param folder of the store; created if it is not there
 * @param store caches, files and log
 * @param commit durability and limits of writing
 * @param retention how long superseded versions are kept
 * @param scan pages and threads
 * @param memory what results may take outside the heap
 * @param split how ranges are kept small
 * @param sequence how values of sequences are cached
 * @param transactions how large transactions may become
 */
public record EngineConfig(
    Path folder,
    RocksStoreConfig store,
    CommitOptions commit,
    RetentionConfig retention,
    ScanConfig scan,
    MemoryLimits memory,
    SplitConfig split,
    SequenceConfig sequence,
    TransactionConfig transactions) {
  public EngineConfig {
    requireNonNull(folder, "folder is null");
    requireNonNull(store, "store is null");
    requireNonNull(commit, "commit is null");
    requireNonNull(retention, "retention is null");
    requireNonNull(scan, "scan is null");
    requireNonNull(memory, "memory is null");
    requireNonNull(split, "split is null");
    requireNonNull(sequence, "sequence is null");
    requireNonNull(transactions, "transactions is null");
  }

  /** The defaults, for a store in {@code folder}. */
  public static EngineConfig at(Path folder) {
    return new EngineConfig(
        folder,
        RocksStoreConfig.defaults(),
        CommitOptions.DEFAULT,
        RetentionConfig.DEFAULT,
        ScanConfig.defaults(),
        MemoryLimits.DEFAULT,
        SplitConfig.DEFAULT,
        SequenceConfig.DEFAULT,
        TransactionConfig.DEFAULT);
  }

  /** The same with another set-up of the store. */
  public EngineConfig withStore(RocksStoreConfig other) {
    return new EngineConfig(
        folder, other, commit, retention, scan, memory, split, sequence, transactions);
  }

  /** The same with other options of writing. */
  public EngineConfig withCommit(CommitOptions other) {
    return new EngineConfig(
        folder, store, other, retention, scan, memory, split, sequence, transactions);
  }

  /** The same with another retention. */
  public EngineConfig withRetention(RetentionConfig other) {
    return new EngineConfig(
        folder, store, commit, other, scan, memory, split, sequence, transactions);
  }

  /** The same with other scans. */
  public EngineConfig withScan(ScanConfig other) {
    return new EngineConfig(
        folder, store, commit, retention, other, memory, split, sequence, transactions);
  }

  /** The same with other limits of memory. */
  public EngineConfig withMemory(MemoryLimits other) {
    return new EngineConfig(
        folder, store, commit, retention, scan, other, split, sequence, transactions);
  }

  /** The same with other splits. */
  public EngineConfig withSplit(SplitConfig other) {
    return new EngineConfig(
        folder, store, commit, retention, scan, memory, other, sequence, transactions);
  }

  /** The same with other caching of sequences. */
  public EngineConfig withSequence(SequenceConfig other) {
    return new EngineConfig(
        folder, store, commit, retention, scan, memory, split, other, transactions);
  }

  /** The same with other transactions. */
  public EngineConfig withTransactions(TransactionConfig other) {
    return new EngineConfig(folder, store, commit, retention, scan, memory, split, sequence, other);
  }
}
