package dev.colonnade.storage.replica;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.RetentionGuard;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.range.Ranges;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.statistics.StatisticsStore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Updates of the state in memory of an engine on a store that a replicated log changes. The thread
 * that applies the log calls {@link #awaitReaders} before it writes a batch, and {@link #applied}
 * after it.
 *
 * <p>The order is that of the commit pipeline: cached columns are invalidated and the catalog is
 * replaced after the write and before the timestamp of the commit is published. So a read at the
 * published timestamp, which obtains the catalog after it has pinned the timestamp, sees the
 * commits up to it and none in part.
 */
public final class ReplicaUpdates {
  private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final DeletedSpanStore store;
  private final PublishedTimestamp published;
  private final RetentionGuard guard;
  private final State state;
  private final NanoTicker ticker;

  /**
   * State in memory that follows the store.
   *
   * @param columns invalidation of cached columns
   */
  public record State(
      Catalog catalog,
      Ranges ranges,
      Sequences sequences,
      StatisticsStore statistics,
      GroupParticipant columns) {
    public State {
      requireNonNull(catalog, "catalog is null");
      requireNonNull(ranges, "ranges is null");
      requireNonNull(sequences, "sequences is null");
      requireNonNull(statistics, "statistics is null");
      requireNonNull(columns, "columns is null");
    }
  }

  public ReplicaUpdates(
      DeletedSpanStore store,
      PublishedTimestamp published,
      RetentionGuard guard,
      State state,
      NanoTicker ticker) {
    this.store = requireNonNull(store, "store is null");
    this.published = requireNonNull(published, "published is null");
    this.guard = requireNonNull(guard, "guard is null");
    this.state = requireNonNull(state, "state is null");
    this.ticker = requireNonNull(ticker, "ticker is null");
  }

  /**
   * Waits until no reader needs the versions that the batch removes. New reads below its horizon
   * are refused. Returns false, without a write, if readers remain after the timeout.
   */
  public boolean awaitReaders(BatchChanges changes, long timeoutNanos) {
    if (changes.horizon() == BatchChanges.NONE) {
      return true;
    }
    long start = ticker.nanos();
    while (guard.raise(changes.horizon()) < changes.horizon()) {
      if (ticker.nanos() - start >= timeoutNanos) {
        return false;
      }
      LockSupport.parkNanos(POLL_NANOS);
    }
    return true;
  }

  /** Follows a batch that was written to the store. */
  public void applied(BatchChanges changes) {
    if (changes.areDeletedSpansChanged()) {
      store.reload();
    }
    for (var key : changes.rows()) {
      state.columns().changed(new VersionDelta(key, 0, 0, 0, 0, 0));
    }
    changes.spans().forEach(state.columns()::cleared);
    state.columns().applied();
    if (changes.isCatalogChanged()) {
      state.catalog().reload(store);
    }
    if (changes.areSequencesChanged()) {
      state.sequences().reload();
    }
    if (changes.isRangeMapChanged()) {
      state.ranges().reload(store);
    } else {
      changes.ranges().forEach(id -> state.ranges().reloadStatistics(store, id));
    }
    if (changes.areStatisticsChanged()) {
      state.statistics().reload(store);
    }
    if (changes.published() > published.get()) {
      published.publish(changes.published());
    }
  }

  /** Returns the newest timestamp that reads can use. */
  public long published() {
    return published.get();
  }
}
