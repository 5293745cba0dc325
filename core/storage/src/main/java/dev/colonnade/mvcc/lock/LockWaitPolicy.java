package dev.colonnade.mvcc.lock;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/** Wait policy for a row that another transaction has locked. */
public sealed interface LockWaitPolicy {
  /** Fail with LOCK_NOT_AVAILABLE. */
  LockWaitPolicy NOWAIT = Immediately.FAIL;

  /** Skip the row. */
  LockWaitPolicy SKIP = Immediately.SKIP;

  /** Wait without a timeout. */
  LockWaitPolicy FOREVER = within(Duration.ofNanos(Long.MAX_VALUE));

  /** Returns the policy that waits up to {@code timeout} and then fails with LOCK_NOT_AVAILABLE. */
  static LockWaitPolicy within(Duration timeout) {
    return new Within(timeout, Unchecked.INSTANCE);
  }

  /**
   * Variant of {@link #within(Duration)} that calls {@code check} periodically while it waits; an
   * exception of {@code check} ends the wait.
   */
  static LockWaitPolicy within(Duration timeout, Runnable check) {
    return new Within(timeout, check);
  }

  /** Policy without waiting. */
  enum Immediately implements LockWaitPolicy {
    FAIL,
    SKIP
  }

  /**
   * Policy with waiting.
   *
   * @param check called every {@link #CHECK_INTERVAL}; throws if the wait is cancelled
   */
  record Within(Duration timeout, Runnable check) implements LockWaitPolicy {
    /** Interval between calls of {@link #check}. */
    public static final Duration CHECK_INTERVAL = Duration.ofMillis(20);

    public Within {
      requireNonNull(check, "check is null");
      requireNonNull(timeout, "timeout is null");
      if (timeout.isNegative() || timeout.isZero()) {
        throw new IllegalArgumentException("timeout not positive timeout=" + timeout);
      }
    }

    /** Returns whether {@link #check} has to be called while waiting. */
    public boolean isChecked() {
      return check != Unchecked.INSTANCE;
    }
  }

  /** Check of a wait that only its timeout ends. */
  enum Unchecked implements Runnable {
    INSTANCE;

    @Override
    public void run() {}
  }
}
