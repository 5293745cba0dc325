package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** What to do about a row that somebody else has locked. */
public sealed interface LockWait {
  /** Fail with LOCK_NOT_AVAILABLE. */
  LockWait NOWAIT = Immediately.FAIL;

  /** Leave the row out. */
  LockWait SKIP = Immediately.SKIP;

  /** Wait as long as it takes. */
  LockWait FOREVER = within(Duration.ofNanos(Long.MAX_VALUE));

  /** Wait for so long, then fail with LOCK_NOT_AVAILABLE. */
  static LockWait within(Duration timeout) {
    return new Within(timeout, Within.UNCHECKED);
  }

  /** As {@link #within(Duration)}; ends with what {@code check} throws, which is asked at times. */
  static LockWait within(Duration timeout, Runnable check) {
    return new Within(timeout, check);
  }

  /** Without waiting. */
  enum Immediately implements LockWait {
    FAIL,
    SKIP
  }

  /**
   * With waiting.
   *
   * @param check asked every {@link #CHECK_INTERVAL}; throws if nobody wants the lock any more
   */
  record Within(Duration timeout, Runnable check) implements LockWait {
    /** How often {@link #check} is asked. */
    public static final Duration CHECK_INTERVAL = Duration.ofMillis(20);

    static final Runnable UNCHECKED = () -> {};

    public Within {
      requireNonNull(check, "check is null");
      requireNonNull(timeout, "timeout is null");
      if (timeout.isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException("timeout not positive timeout=" + timeout);
      }
    }
  }
}
