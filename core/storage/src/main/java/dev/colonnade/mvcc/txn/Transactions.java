package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.lock.LockTable;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.store.StoreReader;
import java.util.concurrent.atomic.LongAdder;

/** Begins transactions, and holds what they share. Safe for use by many threads. */
public final class Transactions {
  private final StoreReader store;
  private final VersionedReads reads;
  private final CommitPipeline pipeline;
  private final RecentChanges recent;
  private final NanoTicker ticker;
  private final TransactionLimits limits;
  private final LockTable locks;

  /** For who must not wait. */
  private final StoreReader memory;

  private final VersionedReads memoryReads;

  private final LongAdder active = new LongAdder();
  private final LongAdder committed = new LongAdder();
  private final LongAdder rolledBack = new LongAdder();
  private final LongAdder conflicts = new LongAdder();
  private final LongAdder refreshes = new LongAdder();
  private final LongAdder lookups = new LongAdder();

  /**
   * @param recent a participant of {@code pipeline}
   */
  public Transactions(
      Ground ground, CommitPipeline pipeline, RecentChanges recent, TransactionLimits limits) {
    requireNonNull(ground, "ground is null");
    store = ground.store();
    reads = ground.reads();
    ticker = ground.ticker();
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.recent = requireNonNull(recent, "recent is null");
    this.limits = requireNonNull(limits, "limits is null");
    locks = new LockTable(limits.locks());
    memory = new MemoryReader(store);
    memoryReads = reads.over(memory);
  }

  /** What transactions read and measure time with. */
  public record Ground(StoreReader store, VersionedReads reads, NanoTicker ticker) {
    public Ground {
      requireNonNull(store, "store is null");
      requireNonNull(reads, "reads is null");
      requireNonNull(ticker, "ticker is null");
    }
  }

  /** Begins a transaction; it reads nothing before its first statement. End it in any case. */
  public Transaction begin(TransactionOptions options) {
    active.increment();
    return new Transaction(this, options);
  }

  /** The row locks, for writers that are no transactions. */
  public LockTable locks() {
    return locks;
  }

  /** Figures of this moment. */
  public TransactionStatistics statistics() {
    return new TransactionStatistics(
        active.sum(),
        committed.sum(),
        rolledBack.sum(),
        conflicts.sum(),
        refreshes.sum(),
        lookups.sum(),
        locks.statistics());
  }

  StoreReader store() {
    return store;
  }

  VersionedReads reads() {
    return reads;
  }

  /** As {@link #store}; ends with {@link WouldWait} where the disk would be read. */
  StoreReader memory() {
    return memory;
  }

  /** As {@link #reads}, of {@link #memory}. */
  VersionedReads memoryReads() {
    return memoryReads;
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
