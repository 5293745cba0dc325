package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.store.Durability;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Takes batches of rows to the commit pipeline.
 *
 * <p>Updates read first: they are tied to the versions that they read, and when one of those has
 * changed by the time of the commit, the whole batch is worked out anew, a bounded number of times.
 */
final class RowWrites {
  /** How often a batch with updates is worked out before it fails with SERIALIZATION_FAILURE. */
  static final int UPDATE_TRIES_MAX = 16;

  private final Catalog catalog;
  private final VersionedReads reads;
  private final CommitPipeline pipeline;
  private final int rowBytesMax;

  RowWrites(Catalog catalog, VersionedReads reads, CommitPipeline pipeline, int rowBytesMax) {
    this.catalog = requireNonNull(catalog, "catalog is null");
    this.reads = requireNonNull(reads, "reads is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.rowBytesMax = rowBytesMax;
  }

  RowBatch newBatch(Table table) {
    return new RowBatch(table, rowBytesMax);
  }

  /** May read the disk on the caller's thread; completes on the pipeline's executor. */
  CompletableFuture<WriteResult> write(RowBatch batch, Durability durability) {
    return write(batch, durability, 1);
  }

  private CompletableFuture<WriteResult> write(RowBatch batch, Durability durability, int tries) {
    CompletableFuture<CommitResult> committed;
    try {
      committed = pipeline.commitAsync(mutations(batch), durability);
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
    if (!batch.hasUpdates()) {
      return committed.thenApply(RowWrites::result);
    }
    return committed
        .thenApply(RowWrites::result)
        .exceptionallyCompose(
            failure ->
                isConflict(failure) && tries < UPDATE_TRIES_MAX
                    ? write(batch, durability, tries + 1)
                    : CompletableFuture.failedFuture(failure));
  }

  private Mutations mutations(RowBatch batch) {
    Mutations mutations = new Mutations().guardedBy(batch.table()::requireLive);
    RowMutations rows = new RowMutations(batch.table(), mutations);
    if (!batch.hasUpdates()) {
      batch.changes().forEach(rows::add);
      return mutations;
    }
    try (RowUpdates updates = RowUpdates.open(reads, catalog, batch.table(), rowBytesMax)) {
      batch.changes().forEach(change -> rows.add(updates.resolve(change)));
    }
    return mutations;
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
