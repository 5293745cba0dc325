package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.store.StoreReader;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Catalog of a store: the holder of the current {@link CatalogSnapshot}. {@link CatalogOperations}
 * changes it. Safe for use by many threads; the volatile write of the snapshot is the linearization
 * point of a change.
 *
 * <p><b>Columns are not versioned by time.</b> A read at an older timestamp returns the current
 * columns; a column that was added after the row was written has its default value. A write that
 * was encoded before a change and committed after it stays valid: it contains the schema version
 * that encoded it, and readers decode it with that version.
 */
public final class Catalog {
  /**
   * Written by the leader thread of the commit pipeline for a catalog change; read by all threads.
   */
  private volatile CatalogSnapshot snapshot;

  /** Last version of a snapshot with uncommitted changes; each version is used once. */
  private final AtomicLong uncommittedVersion = new AtomicLong();

  /**
   * Next id of a new object. An id that a change has taken and not committed is taken again after
   * the next start only.
   */
  private final AtomicInteger nextObjectId;

  /** Ids of the tables whose rows are being copied. A move begins and ends on one thread. */
  private final Set<Integer> movingTables = ConcurrentHashMap.newKeySet();

  private Catalog(CatalogSnapshot snapshot) {
    this.snapshot = snapshot;
    this.nextObjectId = new AtomicInteger(snapshot.nextObjectId());
  }

  /** Returns the catalog that is stored in {@code store}. */
  public static Catalog open(StoreReader store) {
    return new Catalog(CatalogLoader.load(store));
  }

  /**
   * Reads the catalog again after a change that a replicated log has applied to the store. Tables
   * and indexes that the change dropped, and moved rows, are marked, so that reads in progress
   * fail. Called by one thread.
   */
  public void reload(StoreReader store) {
    CatalogSnapshot before = snapshot;
    CatalogSnapshot after = CatalogLoader.load(store, before);
    for (Table table : before.tables()) {
      table.markDropped(after.findRelation(table.id()) instanceof Table now ? now : null);
    }
    nextObjectId.accumulateAndGet(after.nextObjectId(), Math::max);
    movingTables.clear(); // the leader resumes copies that are in progress
    snapshot = after;
  }

  /** Returns the current catalog. */
  public CatalogSnapshot snapshot() {
    return snapshot;
  }

  /**
   * Returns whether the rows of a table are being copied to another place: commits that write rows
   * must be refused.
   */
  public boolean isMoving(int tableId) {
    return !movingTables.isEmpty() && movingTables.contains(tableId);
  }

  /** Sets whether the rows of a table are being copied. */
  public void setMoving(int tableId, boolean isMoving) {
    if (isMoving) {
      movingTables.add(tableId);
    } else {
      movingTables.remove(tableId);
    }
  }

  /** Returns an empty change of the current catalog. */
  public CatalogEdit newEdit() {
    return new CatalogEdit(
        snapshot, new CatalogEdit.Numbers(uncommittedVersion::decrementAndGet, this::newObjectId));
  }

  private int newObjectId() {
    int id = nextObjectId.getAndUpdate(next -> next == Integer.MAX_VALUE ? next : next + 1);
    if (id == Integer.MAX_VALUE) {
      throw new ColonnadeException(ErrorCode.LIMIT_EXCEEDED, "no object ids are left: next=" + id);
    }
    return id;
  }

  /**
   * Changes the catalog as a part of an exclusive command that is already running. The caller must
   * ensure that no other catalog change is in progress.
   */
  public void join(ExclusiveContext context, Consumer<CatalogEdit> steps) {
    CatalogEdit edit = newEdit();
    steps.accept(edit);
    if (!edit.isEmpty()) {
      edit.writeTo(context.batch());
      context.onApplied(() -> apply(edit));
    }
  }

  /** Makes a change visible, which was written. Called by the leader thread. */
  void apply(CatalogEdit edit) {
    snapshot = requireNonNull(edit, "edit is null").rebasedOn(snapshot).after();
  }
}
