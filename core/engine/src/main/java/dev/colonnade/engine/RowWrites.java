package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.Table;
import dev.colonnade.engine.index.EntryChanges;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.engine.rule.ForeignKeys;
import dev.colonnade.engine.rule.RowChecks;
import dev.colonnade.engine.rule.UniqueKeys;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.CommitGuard;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.mvcc.txn.RowLocks;
import dev.colonnade.sql.access.RowConditions;
import dev.colonnade.store.Durability;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Takes batches of rows to the commit pipeline.
 *
 * <p>Updates read first: they are tied to the versions that they read, and when one of those has
 * changed by the time of the commit, the whole batch is worked out anew, a bounded number of times.
 * So are all changes of tables with indexes, whose entries are written with the rows.
 */
final class RowWrites {
  /** How often a batch with updates is worked out before it fails with SERIALIZATION_FAILURE. */
  static final int UPDATE_TRIES_MAX = 16;

  private final Catalog catalog;
  private final VersionedReads reads;
  private final CommitPipeline pipeline;
  private final BatchLocks locks;
  private final RowConditions conditions;
  private final int rowBytesMax;

  RowWrites(Ground ground, BatchLocks locks, RowConditions conditions, int rowBytesMax) {
    requireNonNull(ground, "ground is null");
    this.catalog = ground.catalog();
    this.reads = ground.reads();
    this.pipeline = ground.pipeline();
    this.locks = requireNonNull(locks, "locks is null");
    this.conditions = requireNonNull(conditions, "conditions is null");
    this.rowBytesMax = rowBytesMax;
  }

  /** What is written to, and what updates read. */
  record Ground(Catalog catalog, VersionedReads reads, CommitPipeline pipeline) {
    Ground {
      requireNonNull(catalog, "catalog is null");
      requireNonNull(reads, "reads is null");
      requireNonNull(pipeline, "pipeline is null");
    }
  }

  RowBatch newBatch(Table table) {
    return new RowBatch(table, rowBytesMax);
  }

  /**
   * May wait for rows that transactions have locked, and read the disk, on the caller's thread;
   * completes on the pipeline's executor.
   */
  CompletableFuture<WriteResult> write(RowBatch batch, Durability durability) {
    if (locks.areFree()) {
      return write(batch, durability, 1);
    }
    RowLocks held;
    try {
      held = locks.lock(batch);
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return write(batch, durability, 1).whenComplete((result, failure) -> held.releaseAll());
  }

  private CompletableFuture<WriteResult> write(RowBatch batch, Durability durability, int tries) {
    Worked worked;
    CompletableFuture<CommitResult> committed;
    try {
      worked = work(batch);
      committed = pipeline.commitAsync(worked.mutations(), durability);
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return committed
        .thenApply(RowWrites::result)
        .exceptionallyCompose(
            failure ->
                mayTryAgain(failure, batch, worked, tries)
                    ? write(batch, durability, tries + 1)
                    : CompletableFuture.failedFuture(explained(failure, worked)));
  }

  private boolean mayTryAgain(Throwable failure, RowBatch batch, Worked worked, int tries) {
    boolean isOutdated = batch.hasUpdates() || !hasSameIndexes(worked.table());
    return isConflict(failure) && isOutdated && tries < UPDATE_TRIES_MAX;
  }

  /**
   * As {@link #write(RowBatch, Durability)}, and waits for the outcome, which the leader tells the
   * caller itself: no other thread comes in between.
   */
  WriteResult writeAndWait(RowBatch batch, Durability durability) {
    if (locks.areFree()) {
      return commit(batch, durability);
    }
    RowLocks held = locks.lock(batch);
    try {
      return commit(batch, durability);
    } finally {
      held.releaseAll();
    }
  }

  private WriteResult commit(RowBatch batch, Durability durability) {
    for (int tries = 1; ; tries++) {
      Worked worked = work(batch);
      try {
        return result(pipeline.commit(worked.mutations(), durability));
      } catch (ColonnadeException e) {
        if (!mayTryAgain(e, batch, worked, tries)) {
          throw explained(e, worked) instanceof ColonnadeException told ? told : e;
        }
      }
    }
  }

  /**
   * A batch as changes of keys.
   *
   * @param table as it was then
   * @param newUniqueKeys keys of indexes that must not be there
   */
  private record Worked(Table table, Mutations mutations, List<Key> newUniqueKeys) {}

  private Worked work(RowBatch batch) {
    Table table = catalog.snapshot().findTable(batch.table().id());
    if (table == null) {
      batch.table().requireLive();
      table = batch.table();
    }
    if (ForeignKeys.concern(table, catalog.snapshot())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "rows of a table with foreign keys are written by SQL: table=" + table.name());
    }
    if (UniqueKeys.concern(table)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "rows of a table with deferrable constraints are written by SQL: table=" + table.name());
    }
    if (batch.hasUpdates() || RowUpdates.needsRows(table)) {
      return workReading(batch);
    }
    Mutations mutations = guarded(table);
    RowMutations rows = new RowMutations(batch.table(), mutations);
    batch.changes().forEach(rows::add);
    return new Worked(table, mutations, List.of());
  }

  private Worked workReading(RowBatch batch) {
    try (RowUpdates updates = RowUpdates.open(reads, catalog, batch.table(), rowBytesMax)) {
      Mutations mutations = guarded(updates.table());
      RowMutations rows = new RowMutations(batch.table(), mutations);
      EntryChanges entries = new EntryChanges(updates.table(), conditions, rowBytesMax);
      RowChecks checks = new RowChecks(updates.table(), conditions);
      for (RowChange change : batch.changes()) {
        RowUpdates.Resolved resolved = updates.resolve(change);
        if (resolved.after() != null) {
          checks.require(resolved.after());
        }
        rows.add(resolved.change());
        entries.replace(resolved.before(), resolved.after());
      }
      rows.add(entries);
      return new Worked(updates.table(), mutations, entries.newUniqueKeys());
    }
  }

  private Mutations guarded(Table table) {
    Mutations mutations = new Mutations();
    guards(table).forEach(mutations::guardedBy);
    return mutations;
  }

  /**
   * What must hold for rows of a table to be committed: the table is there, and they come with the
   * entries of all indexes that it has by then.
   */
  List<CommitGuard> guards(Table table) {
    return List.of(
        table::requireLive,
        () -> {
          if (!hasSameIndexes(table)) {
            throw new ColonnadeException(
                ErrorCode.SERIALIZATION_FAILURE,
                "indexes changed while rows were written: table=" + table.name());
          }
        });
  }

  private boolean hasSameIndexes(Table table) {
    Table now = catalog.snapshot().findTable(table.id());
    return now == null
        || now.descriptor().rules().indexes().equals(table.descriptor().rules().indexes());
  }

  /** A violation of an index, by its name. */
  private Throwable explained(Throwable failure, Worked worked) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (!(cause instanceof ColonnadeException e) || e.code() != ErrorCode.UNIQUE_VIOLATION) {
      return failure;
    }
    return worked.newUniqueKeys().stream()
        .filter(key -> reads.get(key, reads.newest()) != null)
        .findFirst()
        .<Throwable>map(key -> UniqueViolations.ofKey(worked.table(), key))
        .orElse(failure);
  }

  private static boolean isConflict(Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    return cause instanceof ColonnadeException e && e.code() == ErrorCode.SERIALIZATION_FAILURE;
  }

  private static WriteResult result(CommitResult committed) {
    return new WriteResult(
        committed.timestamp(),
        committed.insertedCount(),
        committed.updatedCount(),
        committed.deletedCount());
  }
}
