package dev.colonnade.storage;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Catalog;
import dev.colonnade.clock.HybridClock;
import dev.colonnade.mvcc.PublishedTimestamp;
import dev.colonnade.mvcc.commit.CommitPipeline;
import dev.colonnade.mvcc.validation.RecentChanges;
import dev.colonnade.range.Ranges;
import dev.colonnade.sequence.Sequences;
import dev.colonnade.split.SplitScheduler;
import dev.colonnade.statistics.StatisticsStore;
import dev.colonnade.store.Store;

/**
 * Promotion of a replica's engine to that of the leader: what an engine reads when it is opened is
 * read again, so that nothing depends on how the replica has followed the log.
 *
 * <p>The commit pipeline of a replica refuses requests before they are evaluated. Until {@link
 * #run} returns, it accepts those of the promoting thread only; so no request of another thread can
 * be based on a state that the log has replaced.
 */
final class Promotion {
  private final State state;
  private final HybridClock clock;
  private final PublishedTimestamp published;
  private final CommitPipeline pipeline;

  /** State in memory that is read from the store. */
  record State(
      Catalog catalog,
      Ranges ranges,
      Sequences sequences,
      StatisticsStore statistics,
      RecentChanges recent,
      SplitScheduler splits) {}

  Promotion(State state, VersionAccess versions, CommitPipeline pipeline) {
    this.state = requireNonNull(state, "state is null");
    clock = versions.clock();
    published = versions.published();
    this.pipeline = requireNonNull(pipeline, "pipeline is null");
  }

  /**
   * Reads the state again, and undoes a commit that the previous leader has left incomplete.
   *
   * @param store store of the leader, with everything of earlier leaders applied
   * @param completion completes pending work, before other threads can write
   */
  void run(Store store, Runnable completion) {
    pipeline.openForPromotion();
    published.recoverAgain(store, clock);
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
    state.splits().reload();
    completion.run();
    pipeline.open();
  }
}
