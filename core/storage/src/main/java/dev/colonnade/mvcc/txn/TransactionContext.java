package dev.colonnade.mvcc.txn;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.buffer.SpillSpace;
import dev.colonnade.mvcc.buffer.WriteBuffer;
import dev.colonnade.mvcc.buffer.overlay.CacheOnlyReader;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.lock.LockTable;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.store.StoreReader;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Context that all transactions of a database share: store, commit pipeline, lock table, limits and
 * counters. Safe for use by many threads.
 */
final class TransactionContext {
  private final StoreReader store;
  private final VersionedReads reads;
  private final NanoTicker ticker;
  private final @Nullable SpillSpace spill;
  private final CommitPipeline pipeline;
  private final RecentChanges recent;
  private final TransactionLimits limits;
  private final LockTable locks;

  /** Non-blocking reader for transactions that must not wait. */
  private final StoreReader memory;

  private final VersionedReads memoryReads;
  private final LongAdder active = new LongAdder();
  private final LongAdder committed = new LongAdder();
  private final LongAdder rolledBack = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder refreshes = new LongAdder();
  private final LongAdder lookups = new LongAdder();

  TransactionContext(
      TransactionDependencies dependencies,
      CommitPipeline pipeline,
      RecentChanges recent,
      TransactionLimits limits) {
    store = dependencies.store();
    reads = dependencies.reads();
    ticker = dependencies.ticker();
    spill = dependencies.spill();
    this.pipeline = pipeline;
    this.recent = recent;
    this.limits = limits;
    locks = new LockTable(limits.locks());
    memory = new CacheOnlyReader(store);
    memoryReads = reads.over(memory);
  }

  TransactionStatistics statistics() {
    return new TransactionStatistics(
        active.sum(),
        committed.sum(),
        rolledBack.sum(),
        conflicts.sum(),
        refreshes.sum(),
        lookups.sum(),
        locks.statistics());
  }

  LockTable locks() {
    return locks;
  }

  StoreReader store() {
    return store;
  }

  VersionedReads reads() {
    return reads;
  }

  /**
   * Variant of {@link #store} that throws {@link WouldBlockException} instead of reading the disk.
   */
  StoreReader memory() {
    return memory;
  }

  /** Variant of {@link #reads} on {@link #memory}. */
  VersionedReads memoryReads() {
    return memoryReads;
  }

  /** Returns an empty write buffer. */
  WriteBuffer newBuffer() {
    return new WriteBuffer(limits.writesMax(), limits.writeBytesMax(), spill);
  }

  CommitPipeline pipeline() {
    return pipeline;
  }

  RecentChanges recent() {
    return recent;
  }

  NanoTicker ticker() {
    return ticker;
  }

  TransactionLimits limits() {
    return limits;
  }

  void began() {
    active.increment();
  }

  void ended(boolean hasCommitted) {
    active.decrement();
    (hasCommitted ? committed : rolledBack).increment();
  }

  void conflicted() {
    conflicts.increment();
  }

  void refreshed() {
    refreshes.increment();
  }

  void lookedUp() {
    lookups.increment();
  }
}
