package dev.colonnade.mvcc.validation;

import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Registration of a transaction with {@link RecentChanges}, from its begin to its last check. Safe
 * for use by the transaction's thread and the leader thread, which usually ends it.
 */
public final class ValidationRegistration {
  private final @Nullable RecentChanges watched;
  private final AtomicBoolean ended = new AtomicBoolean();

  private ValidationRegistration(@Nullable RecentChanges watched) {
    this.watched = watched;
  }

  /** Returns an inactive registration, for a transaction that is never validated. */
  public static ValidationRegistration none() {
    return new ValidationRegistration(null);
  }

  /**
   * Starts the tracking of changes. Must be called before the transaction's read timestamp is
   * determined.
   */
  public static ValidationRegistration of(RecentChanges recent) {
    recent.watch();
    return new ValidationRegistration(recent);
  }

  /** Ends the registration: no more checks follow. Ending twice has no effect. */
  public void end() {
    if (watched != null && ended.compareAndSet(false, true)) {
      watched.unwatch();
    }
  }
}
