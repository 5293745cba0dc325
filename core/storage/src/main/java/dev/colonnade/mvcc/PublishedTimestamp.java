package dev.colonnade.mvcc;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.store.StoreReader;

/**
 * The timestamp up to which the database is complete: every commit at or below it is applied and as
 * durable as was asked for, and no later commit will get a timestamp at or below it. Whoever reads
 * at this timestamp or an earlier one sees a state that never changes.
 *
 * <p>Ahead of it by one group of commits at most there is {@link #newest}: what is applied while it
 * is on its way to the disk. Nor does a state up to there ever change, but the loss of power may
 * undo it. So it is for those only who tell nobody of it before they have committed themselves,
 * later in the same log.
 *
 * <p>One writer at a time, the leader of the commit pipeline; any number of readers. The volatile
 * write in {@link #publish} is the linearisation point of every commit that it covers. Wait-free.
 */
public final class PublishedTimestamp {
  private volatile long timestamp;

  /** Never below {@link #timestamp}; written before it. */
  private volatile long newest;

  private PublishedTimestamp(long timestamp) {
    this.timestamp = timestamp;
    this.newest = timestamp;
  }

  /**
   * Starts from the last commit that the store holds, and lifts {@code clock} above it. The horizon
   * can be above that commit, as time may be published in which nothing was committed; it was
   * published when it was written, and nothing below it can be read any more.
   */
  public static PublishedTimestamp recover(StoreReader store, HybridClock clock) {
    long last =
        Math.max(
            TimestampRecords.read(store, TimestampRecords.PUBLISHED),
            TimestampRecords.read(store, TimestampRecords.HORIZON));
    clock.observe(last);
    return new PublishedTimestamp(last);
  }

  /** The newest timestamp that anybody can read. */
  public long get() {
    return timestamp;
  }

  /** The newest timestamp at which everything is applied: {@link #get}, or more. */
  public long newest() {
    return newest;
  }

  /**
   * Everything up to {@code timestamp} is applied, and will be published when it is durable. Called
   * by the leader alone, in commit order.
   */
  public void advance(long timestamp) {
    assert timestamp >= newest : "back timestamp=" + timestamp + " newest=" + newest;
    newest = timestamp;
  }

  /** What was applied will never be published: nobody is to build on it any more. */
  public void retreat() {
    newest = timestamp;
  }

  /**
   * Makes everything up to {@code timestamp} visible. Called by the leader alone, in commit order.
   */
  public void publish(long timestamp) {
    assert timestamp >= this.timestamp
        : "published backwards timestamp=" + timestamp + " published=" + this.timestamp;
    newest = timestamp;
    this.timestamp = timestamp;
  }
}
