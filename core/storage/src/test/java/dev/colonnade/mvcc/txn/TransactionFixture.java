package dev.colonnade.mvcc.txn;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.clock.ManualClock;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.buffer.SpillSpace;
import dev.colonnade.mvcc.commit.CommitDependencies;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitOptions.BatchLimits;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.StagedProposer;
import dev.colonnade.mvcc.gc.GarbageCollector;
import dev.colonnade.mvcc.gc.GarbageCollectorOptions;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.txn.options.IsolationLevel;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.store.Durability;
import dev.colonnade.store.MemoryStore;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Test fixture: transactions on an in-memory store. */
final class TransactionFixture implements AutoCloseable {
  private static final CommitOptions TINY_CHUNKS =
      new CommitOptions(
          Durability.SYNC,
          new BatchLimits(1_000, 100_000, new MutationChunks.Size(2, 50), 20),
          CommitOptions.GroupLimits.DEFAULT,
          8192,
          1 << 8);

  final MemoryStore store = new MemoryStore();
  final StagedProposer proposer = new StagedProposer(store);
  final HybridClock clock = new HybridClock(new ManualClock(1_000));
  final PublishedTimestamp published = PublishedTimestamp.recover(store, clock);
  final RetentionGuard guard = RetentionGuard.recover(store);
  final VersionedReads reads = new VersionedReads(store, published, guard);
  final RecentChanges recent;
  final CommitPipeline pipeline;
  final GarbageCollector collector;
  final Transactions transactions;

  TransactionFixture(TransactionLimits limits) {
    this(limits, null);
  }

  /** Creates a fixture whose transactions spill, and commit in chunks, after a few writes. */
  TransactionFixture(TransactionLimits limits, @Nullable Path spillFolder) {
    recent = new RecentChanges(clock, limits.recentChangesMax());
    pipeline =
        new CommitPipeline(
            store,
            clock,
            published,
            CommitDependencies.local(
                    store, recent, CommitDependencies.Threads.of(Runnable::run), () -> 0)
                .withProposer(proposer),
            spillFolder == null ? CommitOptions.DEFAULT : TINY_CHUNKS);
    collector =
        new GarbageCollector(store, pipeline, published, guard, new GarbageCollectorOptions(7, 3));
    transactions =
        new Transactions(
            new TransactionDependencies(
                store,
                reads,
                NanoTicker.system(),
                spillFolder == null ? null : new SpillSpace(spillFolder, 500, 1_000)),
            pipeline,
            recent,
            limits);
  }

  Transaction begin(IsolationLevel isolation) {
    return transactions.begin(TransactionOptions.of(isolation));
  }

  @Override
  public void close() {
    pipeline.close();
    store.close();
  }
}
