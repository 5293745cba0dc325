package dev.colonnade.storage;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.clock.NanoTicker;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.TimestampRecords;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.deletion.DeletedSpanStore;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.range.Ranges;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.statistics.StatisticsStore;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.storage.lifecycle.OperationGate;
import dev.colonnade.storage.lifecycle.StorageRole;
import dev.colonnade.storage.replica.PromotableStore;
import dev.colonnade.store.Store;

/**
 * Changes of the role of an engine that stays open: from a replica to the leader, and back. What an
 * engine reads when it is opened is read again, so that nothing depends on how the replica has
 * followed the log, or on what the leader has written last.
 *
 * <p>The commit pipeline of a replica refuses requests before they are evaluated. During a
 * promotion it accepts those of the promoting thread only; so no request of another thread can be
 * based on a state that the log has replaced.
 */
public final class RoleChanges {
  private final DeletedSpanStore store;
  private final VersionAccess versions;
  private final CommitPipeline pipeline;
  private final State state;
  private final Work work;
  private volatile StorageRole role;

  /**
   * State in memory that is read from the store.
   *
   * @param columns invalidation of cached columns
   */
  record State(
      Catalog catalog,
      Ranges ranges,
      Sequences sequences,
      StatisticsStore statistics,
      RecentChanges recent,
      GroupParticipant columns) {}

  /**
   * Work of an engine.
   *
   * @param gate counter of operations of sessions
   * @param pending completes catalog changes that a crash has interrupted
   */
  record Work(
      StorageConfig config,
      OperationGate gate,
      SplitScheduler splits,
      GarbageCollectionSchedule collector,
      Runnable pending) {}

  RoleChanges(
      DeletedSpanStore store,
      VersionAccess versions,
      CommitPipeline pipeline,
      State state,
      Work work,
      StorageRole role) {
    this.store = requireNonNull(store, "store is null");
    this.versions = requireNonNull(versions, "versions is null");
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
    this.state = requireNonNull(state, "state is null");
    this.work = requireNonNull(work, "work is null");
    this.role = requireNonNull(role, "role is null");
  }

  StorageRole role() {
    return role;
  }

  /**
   * Makes the engine of a replica that of the leader, without closing it. Everything of earlier
   * leaders is applied, and the log applies nothing else than what this engine writes, until the
   * leadership is lost. A commit that the previous leader has left incomplete is undone. Readers
   * continue. After a failure the engine must be closed.
   *
   * @param completion further work before other threads can write
   */
  public void promote(Store leader, Runnable completion) {
    if (role != StorageRole.REPLICA) {
      throw new IllegalStateException("engine is not that of a replica role=" + role);
    }
    StandaloneStore.refuseArchive(work.config(), leader, StorageRole.LEADER);
    store().promote(leader);
    store.reload();
    pipeline.openForPromotion();
    versions.published().recoverAgain(store, versions.clock());
    state.catalog().reload(store);
    state.statistics().reload(store);
    state.ranges().reload(store);
    state.sequences().reload();
    pipeline.recover();
    pipeline.exclusive(
        context -> {
          state.recent().restart();
          return true;
        });
    work.splits().reload();
    work.pending().run();
    completion.run();
    role = StorageRole.LEADER;
    pipeline.open();
    if (work.config().split().enabled()) {
      work.splits().resume();
    }
    work.collector().schedule();
  }

  /**
   * Ends all writes of a leader that has lost its leadership, and waits for those in progress.
   * Returns false if the engine must be closed, since the outcome of a write is unknown or
   * operations do not end; {@link #demote} follows otherwise. No session exists that has begun on
   * the leader.
   *
   * @param timeoutNanos maximum wait for operations in progress
   */
  public boolean endLeadership(NanoTicker ticker, long timeoutNanos) {
    role = StorageRole.REPLICA;
    work.gate().close();
    try {
      work.collector().suspend();
      return work.splits().suspend()
          && pipeline.followAgain()
          && work.gate().awaitEmpty(ticker, timeoutNanos);
    } finally {
      work.gate().open();
    }
  }

  /**
   * Makes the engine that of a replica, after {@link #endLeadership}. Entries of other leaders may
   * have been applied since then, which this engine has not followed. None is applied during the
   * call. After a failure the engine must be closed.
   *
   * @throws ColonnadeException READ_TIMESTAMP_TOO_OLD if a reader needs versions that these entries
   *     have removed
   */
  public void demote(Store replica) {
    long horizon = TimestampRecords.read(replica, TimestampRecords.HORIZON);
    // A reader that pins a timestamp below it from now on is refused.
    if (versions.guard().raise(horizon) < horizon) {
      throw new ColonnadeException(
          ErrorCode.READ_TIMESTAMP_TOO_OLD,
          "a reader needs versions that were removed horizon=" + horizon);
    }
    store().demote(replica);
    store.reload();
    state.columns().cleared(KeySpan.ALL);
    state.columns().applied();
    state.catalog().reload(store);
    state.statistics().reload(store);
    state.ranges().reload(store);
    state.sequences().restart();
    versions.published().recoverAgain(store, versions.clock());
  }

  private PromotableStore store() {
    if (store.files() instanceof PromotableStore promotable) {
      return promotable;
    }
    throw new IllegalStateException("engine is not that of a member of a cluster");
  }
}
