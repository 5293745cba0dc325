package dev.colonnade.engine.write;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.CatalogSnapshot.Reference;
import dev.colonnade.catalog.constraint.CheckConstraint;
import dev.colonnade.catalog.constraint.ForeignKey;
import dev.colonnade.catalog.index.Index;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.constraint.DeferredUniqueKeys;
import dev.colonnade.engine.constraint.ForeignKeyChecks;
import dev.colonnade.engine.constraint.RowConstraints;
import dev.colonnade.engine.index.IndexEntryChanges;
import dev.colonnade.engine.index.UniqueViolations;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.VersionedReads;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.CommitResult;
import dev.colonnade.mvcc.mutation.CommitGuard;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.txn.RowLocks;
import dev.colonnade.sql.access.row.RowExpressionCompiler;
import dev.colonnade.store.Durability;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Writer of row batches through the commit pipeline.
 *
 * <p>Updates use optimistic concurrency control: the batch is conditional on the row versions that
 * it has read; after a conflict the whole batch is computed again, a bounded number of times. The
 * same holds for all changes of tables with indexes, whose entries are written with the rows.
 */
public final class BatchWriter {
  /** Number of attempts of a batch with updates before it fails with SERIALIZATION_FAILURE. */
  static final int UPDATE_TRIES_MAX = 16;

  private final Catalog catalog;
  private final VersionedReads reads;
  private final CommitPipeline pipeline;
  private final BatchLocks locks;
  private final RowExpressionCompiler conditions;
  private final int rowBytesMax;

  public BatchWriter(
      Dependencies dependencies,
      BatchLocks locks,
      RowExpressionCompiler conditions,
      int rowBytesMax) {
    requireNonNull(dependencies, "dependencies is null");
    this.catalog = dependencies.catalog();
    this.reads = dependencies.reads();
    this.pipeline = dependencies.pipeline();
    this.locks = requireNonNull(locks, "locks is null");
    this.conditions = requireNonNull(conditions, "conditions is null");
    this.rowBytesMax = rowBytesMax;
  }

  /** Components that are read and written. */
  public record Dependencies(Catalog catalog, VersionedReads reads, CommitPipeline pipeline) {
    public Dependencies {
      requireNonNull(catalog, "catalog is null");
      requireNonNull(reads, "reads is null");
      requireNonNull(pipeline, "pipeline is null");
    }
  }

  public RowBatch newBatch(Table table) {
    return new RowBatch(table, rowBytesMax);
  }

  /**
   * Writes a batch. May wait on the caller's thread for row locks of transactions and for the disk;
   * the future completes on the pipeline's executor.
   */
  public CompletableFuture<WriteResult> write(RowBatch batch, Durability durability) {
    if (locks.areFree()) {
      return write(batch, durability, 1);
    }
    RowLocks acquired;
    try {
      acquired = locks.lock(batch);
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return write(batch, durability, 1).whenComplete((result, failure) -> acquired.releaseAll());
  }

  private CompletableFuture<WriteResult> write(RowBatch batch, Durability durability, int tries) {
    Resolved resolved;
    CompletableFuture<CommitResult> committed;
    try {
      resolved = resolve(batch);
      committed = pipeline.commitAsync(resolved.mutations(), durability);
    } catch (ColonnadeException e) {
      return CompletableFuture.failedFuture(e);
    }
    return committed
        .thenApply(BatchWriter::result)
        .exceptionallyCompose(
            failure ->
                mayRetry(failure, batch, resolved, tries)
                    ? write(batch, durability, tries + 1)
                    : CompletableFuture.failedFuture(explained(failure, resolved)));
  }

  private boolean mayRetry(Throwable failure, RowBatch batch, Resolved resolved, int tries) {
    boolean isOutdated =
        batch.hasUpdates()
            || !hasSameIndexes(resolved.table())
            || (!batch.isOfStatement() && !hasSameRows(resolved.table()));
    return isConflict(failure) && isOutdated && tries < UPDATE_TRIES_MAX;
  }

  /**
   * Variant of {@link #write(RowBatch, Durability)} that waits for the outcome. The group-commit
   * leader wakes the caller directly, without a completion thread in between.
   */
  public WriteResult writeAndWait(RowBatch batch, Durability durability) {
    if (locks.areFree()) {
      return commit(batch, durability);
    }
    RowLocks acquired = locks.lock(batch);
    try {
      return commit(batch, durability);
    } finally {
      acquired.releaseAll();
    }
  }

  private WriteResult commit(RowBatch batch, Durability durability) {
    for (int tries = 1; ; tries++) {
      Resolved resolved = resolve(batch);
      try {
        return result(pipeline.commit(resolved.mutations(), durability));
      } catch (ColonnadeException e) {
        if (!mayRetry(e, batch, resolved, tries)) {
          throw explained(e, resolved) instanceof ColonnadeException explained ? explained : e;
        }
      }
    }
  }

  /**
   * Batch as mutations of keys.
   *
   * @param table definition that the mutations are made for
   * @param newUniqueKeys keys of unique index entries that must not exist
   */
  private record Resolved(Table table, Mutations mutations, List<Key> newUniqueKeys) {}

  private Resolved resolve(RowBatch batch) {
    Table table = catalog.snapshot().findTable(batch.table().id());
    if (table == null) {
      batch.table().requireLive();
      table = batch.table();
    }
    if (batch.isOfStatement()) {
      requireUnaltered(batch.table());
    }
    if (ForeignKeyChecks.affects(table, catalog.snapshot())) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "rows of a table with foreign keys are written by SQL: table=" + table.name());
    }
    if (DeferredUniqueKeys.affects(table)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "rows of a table with deferrable constraints are written by SQL: table=" + table.name());
    }
    requireGenerated(batch.table(), table);
    if (batch.hasUpdates() || RowUpdates.needsRows(batch.table(), table)) {
      return resolveReading(batch);
    }
    Mutations mutations = guarded(table, batch);
    TableMutations rows = new TableMutations(batch.table(), mutations);
    batch.changes().forEach(rows::add);
    return new Resolved(table, mutations, List.of());
  }

  /**
   * Throws SERIALIZATION_FAILURE if a table has generated columns now whose values rows that were
   * encoded before do not have.
   */
  private static void requireGenerated(Table encodedBy, Table now) {
    if (!now.descriptor()
        .properties()
        .generated()
        .equals(encodedBy.descriptor().properties().generated())) {
      throw altered(now);
    }
  }

  private Resolved resolveReading(RowBatch batch) {
    try (RowUpdates updates = RowUpdates.open(reads, catalog, batch.table(), rowBytesMax)) {
      if (!batch.table().hasRowsOf(updates.table().descriptor())) {
        throw batch.table().moved(); // its keys are those of the former place
      }
      requireGenerated(batch.table(), updates.table());
      Mutations mutations = guarded(updates.table(), batch);
      TableMutations rows = new TableMutations(batch.table(), mutations);
      IndexEntryChanges entries = new IndexEntryChanges(updates.table(), conditions, rowBytesMax);
      RowConstraints checks = new RowConstraints(updates.table(), catalog.snapshot(), conditions);
      for (BatchRowChange change : batch.changes()) {
        RowUpdates.Resolved resolved = updates.resolve(change);
        if (resolved.after() != null) {
          checks.completeAndCheck(resolved.after());
        }
        rows.add(resolved.change());
        entries.replace(resolved.before(), resolved.after());
      }
      rows.add(entries);
      return new Resolved(updates.table(), mutations, entries.newUniqueKeys());
    }
  }

  private Mutations guarded(Table table, RowBatch batch) {
    Mutations mutations = new Mutations();
    guards(table).forEach(mutations::guardedBy);
    mutations.guardedBy(
        batch.isOfStatement()
            ? () -> requireUnaltered(batch.table())
            : () -> requireSameRows(batch.table(), table));
    return mutations;
  }

  /**
   * Throws SERIALIZATION_FAILURE if the rows of a table are no longer where they are encoded for,
   * or must meet other conditions than those that they were checked by.
   *
   * @param encodedBy definition that rows are encoded for
   * @param checkedBy definition that rows were checked by
   */
  private void requireSameRows(Table encodedBy, Table checkedBy) {
    requireSamePlace(encodedBy);
    if (!hasSameRows(checkedBy)) {
      throw altered(checkedBy);
    }
  }

  /** Returns whether a table has the same columns and conditions of single rows now. */
  private boolean hasSameRows(Table table) {
    Table now = catalog.snapshot().findTable(table.id());
    return now == null
        || now == table
        || (now.schema().version() == table.schema().version()
            && now.descriptor()
                .properties()
                .generated()
                .equals(table.descriptor().properties().generated())
            && checksOf(now).equals(checksOf(table)));
  }

  /**
   * Throws SERIALIZATION_FAILURE if a statement has not been planned for the columns and checks
   * that a table has now. Its indexes are those of the present catalog.
   */
  private void requireUnaltered(Table table) {
    CatalogSnapshot snapshot = catalog.snapshot();
    Table now = snapshot.findTable(table.id());
    if (now != null
        && (!now.hasRowsOf(table.descriptor())
            || !now.history().equals(table.history())
            || !now.descriptor().properties().equals(table.descriptor().properties())
            || !checksOf(now).equals(checksOf(table))
            || catalog.isMoving(table.id())
            || ForeignKeyChecks.affects(now, snapshot))) {
      throw altered(now);
    }
  }

  private static List<CheckConstraint> checksOf(Table table) {
    return table.descriptor().constraints().checks();
  }

  private static ColonnadeException altered(Table table) {
    return new ColonnadeException(
        ErrorCode.SERIALIZATION_FAILURE,
        "table \"%s\" was altered while rows were written: try again".formatted(table.name()));
  }

  /**
   * Throws SERIALIZATION_FAILURE if the definition of a table has changed in what a write of its
   * rows depends on: the table, its foreign keys and those that refer to it, and domains.
   */
  public void requireUnaltered(Table table, CatalogSnapshot planned) {
    CatalogSnapshot snapshot = catalog.snapshot();
    Table before = planned.findTable(table.id());
    Table now = snapshot.findTable(table.id());
    if (snapshot.version() == planned.version() || before == null || now == null) {
      return;
    }
    boolean hasDomains =
        now.schema().columns().stream().anyMatch(column -> column.domain() != null);
    if (!now.descriptor().equals(before.descriptor())
        || !keysOf(snapshot, now).equals(keysOf(planned, before))
        || (hasDomains && !snapshot.types().equals(planned.types()))) {
      throw altered(now);
    }
  }

  /** Returns the foreign keys that refer to a table. */
  private static List<ForeignKey> keysOf(CatalogSnapshot snapshot, Table table) {
    return snapshot.referencesTo(table.id()).stream().map(Reference::key).toList();
  }

  /**
   * Returns the guards of a commit of rows: the table exists, its rows are where they were, and it
   * has the indexes whose entries are written with the rows.
   */
  public List<CommitGuard> guards(Table table) {
    return List.of(
        table::requireLive,
        () -> requireSamePlace(table),
        () -> {
          if (!hasSameIndexes(table)) {
            throw new ColonnadeException(
                ErrorCode.SERIALIZATION_FAILURE,
                "indexes changed while rows were written: table=" + table.name());
          }
        });
  }

  /**
   * Throws SERIALIZATION_FAILURE if the rows of a table are no longer where they are encoded for,
   * or are being copied to another place, or if columns of other types have replaced some of those
   * that they are encoded for.
   */
  public void requireSamePlace(Table table) {
    Table now = catalog.snapshot().findTable(table.id());
    if (now != null && (!now.hasRowsOf(table.descriptor()) || catalog.isMoving(table.id()))) {
      throw now.moved();
    }
    if (now != null && now.history().hasReplaced(table.schema())) {
      throw altered(now);
    }
  }

  /** Returns whether a table has the same indexes now, complete or not. */
  private boolean hasSameIndexes(Table table) {
    Table now = catalog.snapshot().findTable(table.id());
    return now == null || isSame(indexesOf(now), indexesOf(table));
  }

  private static List<Index> indexesOf(Table table) {
    return table.descriptor().constraints().indexes();
  }

  private static boolean isSame(List<Index> left, List<Index> right) {
    boolean isSame = left.size() == right.size();
    for (int i = 0; isSame && i < left.size(); i++) {
      isSame =
          left.get(i).id() == right.get(i).id()
              && left.get(i).definition().equals(right.get(i).definition());
    }
    return isSame;
  }

  /** Returns a unique violation with the name of its index. */
  private Throwable explained(Throwable failure, Resolved resolved) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (!(cause instanceof ColonnadeException e) || e.code() != ErrorCode.UNIQUE_VIOLATION) {
      return failure;
    }
    return resolved.newUniqueKeys().stream()
        .filter(key -> reads.get(key, reads.newest()) != null)
        .findFirst()
        .<Throwable>map(key -> UniqueViolations.ofKey(resolved.table(), key))
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
