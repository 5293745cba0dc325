package dev.colonnade.mvcc;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.store.StoreReader;

/**
 * The timestamp up to which the database is complete: every commit at or below it is applied, and
 * no later commit will get a timestamp at or below it. Whoever reads at this timestamp or an
 * earlier one sees a state that never changes.
 *
 * <p>One writer at a time, the leader of the commit pipeline; any number of readers. The volatile
 * write in {@link #publish} is the linearisation point of every commit that it covers. Wait-free.
 */
public final class PublishedTimestamp {
  private volatile long timestamp;

  private PublishedTimestamp(long timestamp) {
    this.timestamp = timestamp;
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

  /** The newest timestamp that can be read. */
  public long get() {
    return timestamp;
  }

  /**
   * Makes everything up to {@code timestamp} visible. Called by the leader alone, in commit order.
   */
  public void publish(long timestamp) {
    assert timestamp >= this.timestamp
        : "published backwards timestamp=" + timestamp + " published=" + this.timestamp;
    this.timestamp = timestamp;
  }
}
