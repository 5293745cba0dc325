package dev.colonnade.mvcc.validation;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * That a transaction may ask {@link RecentChanges}, until it has asked for the last time. Safe for
 * use by its own thread and the leader, who comes to know that first.
 */
public final class Watch {
  private final @Nullable RecentChanges watched;
  private final AtomicBoolean ended = new AtomicBoolean();

  private Watch(@Nullable RecentChanges watched) {
    this.watched = watched;
  }

  /** Of a transaction that never asks. */
  public static Watch none() {
    return new Watch(null);
  }

  /**
   * From now on changes are remembered. To be called before the transaction's timestamp is read.
   */
  public static Watch of(RecentChanges recent) {
    recent.watch();
    return new Watch(recent);
  }

  /** Nothing is asked any more. Ending twice is harmless. */
  public void end() {
    if (watched != null && ended.compareAndSet(false, true)) {
      watched.unwatch();
    }
  }
}
