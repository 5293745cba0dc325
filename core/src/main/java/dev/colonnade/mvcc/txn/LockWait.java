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
  LockWait FOREVER = new Within(Duration.ofNanos(Long.MAX_VALUE));

  /** Wait for so long, then fail with LOCK_NOT_AVAILABLE. */
  static LockWait within(Duration timeout) {
    return new Within(timeout);
  }

  /** Without waiting. */
  enum Immediately implements LockWait {
    FAIL,
    SKIP
  }

  /** With waiting. */
  record Within(Duration timeout) implements LockWait {
    public Within {
      requireNonNull(timeout, "timeout is null");
      if (timeout.isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException("timeout not positive timeout=" + timeout);
      }
    }
  }
}
