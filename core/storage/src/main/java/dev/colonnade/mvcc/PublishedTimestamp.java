package dev.colonnade.mvcc;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.store.StoreReader;

/**
 * Published timestamp: the timestamp up to which the database is complete. Every commit at or below
 * it is applied and has the requested durability, and no later commit gets a timestamp at or below
 * it. A snapshot at this timestamp or an earlier one never changes.
 *
 * <p>{@link #newest} is ahead of it by at most one group of commits: the group that is applied but
 * not yet flushed to the write-ahead log. The state up to {@code newest} never changes either, but
 * a power loss may undo it. It is therefore only for transactions that reveal nothing of what they
 * read before their own commit, which follows later in the same log.
 *
 * <p>There is one writer at a time, the leader of the commit pipeline, and any number of readers.
 * The volatile write in {@link #publish} is the linearization point of every commit that it covers.
 * Wait-free.
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
   * Recovers the published timestamp from the last commit in the store, and advances {@code clock}
   * to it. The garbage collection horizon can be above that commit, because a timestamp may be
   * published at which nothing was committed. The horizon was published when it was written, and
   * nothing below it is readable any more.
   */
  public static PublishedTimestamp recover(StoreReader store, HybridClock clock) {
    long last =
        Math.max(
            TimestampRecords.read(store, TimestampRecords.PUBLISHED),
            TimestampRecords.read(store, TimestampRecords.HORIZON));
    clock.observe(last);
    return new PublishedTimestamp(last);
  }

  /**
   * Repeats {@link #recover} when the engine of a replica becomes that of a leader, before the
   * first commit. The timestamp never decreases.
   */
  public void recoverAgain(StoreReader store, HybridClock clock) {
    long last = Math.max(timestamp, recover(store, clock).get());
    clock.observe(last);
    publish(last);
  }

  /** Returns the newest timestamp that is durable and readable by every transaction. */
  public long get() {
    return timestamp;
  }

  /** Returns the newest timestamp up to which everything is applied; at least {@link #get}. */
  public long newest() {
    return newest;
  }

  /**
   * Sets the newest timestamp: everything up to it is applied, and is published as soon as it is
   * durable. Called only by the leader, in commit order.
   */
  public void advance(long timestamp) {
    assert timestamp >= newest : "advanced backwards timestamp=" + timestamp + " newest=" + newest;
    newest = timestamp;
  }

  /**
   * Resets the newest timestamp to the published one: the applied group will never be published,
   * and no transaction may build on it any more.
   */
  public void retreat() {
    newest = timestamp;
  }

  /**
   * Makes everything up to {@code timestamp} visible. Called only by the leader, in commit order.
   */
  public void publish(long timestamp) {
    assert timestamp >= this.timestamp
        : "published backwards timestamp=" + timestamp + " published=" + this.timestamp;
    newest = timestamp;
    this.timestamp = timestamp;
  }
}
