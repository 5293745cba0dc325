package dev.colonnade.mvcc.txn;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.clock.ManualClock;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.CollectorOptions;
import dev.colonnade.mvcc.commit.CommitOptions;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.CommitSeams;
import dev.colonnade.mvcc.commit.GarbageCollector;
import dev.colonnade.mvcc.commit.StagedProposer;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.store.MemoryStore;

/** Test fixture: transactions on an in-memory store. */
final class TransactionHouse implements AutoCloseable {
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

  TransactionHouse(TransactionLimits limits) {
    recent = new RecentChanges(clock, limits.recentChangesMax());
    pipeline =
        new CommitPipeline(
            store,
            clock,
            published,
            CommitSeams.local(store, recent, CommitSeams.Threads.of(Runnable::run), () -> 0)
                .withProposer(proposer),
            CommitOptions.DEFAULT);
    collector = new GarbageCollector(store, pipeline, published, guard, new CollectorOptions(7, 3));
    transactions =
        new Transactions(
            new TransactionDependencies(store, reads, NanoTicker.system()),
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
