package dev.colonnade.client;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Locale;

/**
 * Options of a transaction.
 *
 * @param isolation isolation level
 * @param readOnly whether it refuses to write and lock; such a transaction also runs on a follower
 * @param timeout time until which it is tried again; the attempt in progress then goes on
 */
public record TransactionOptions(Isolation isolation, boolean readOnly, Duration timeout) {
  /** Serializable, read-write, tried again for a minute. */
  public static final TransactionOptions DEFAULT =
      new TransactionOptions(Isolation.SERIALIZABLE, false, Duration.ofMinutes(1));

  /** Isolation level of a transaction. */
  public enum Isolation {
    /** The result is that of the transactions one after the other. */
    SERIALIZABLE,
    /** All requests read one snapshot; a row that was changed since cannot be written. */
    REPEATABLE_READ,
    /** Each request reads what was committed before it; suits queues with SKIP_LOCKED. */
    READ_COMMITTED
  }

  /** Checks the options. */
  public TransactionOptions {
    requireNonNull(isolation, "isolation is null");
    requireNonNull(timeout, "timeout is null");
  }

  /** Returns options with this isolation level. */
  public TransactionOptions withIsolation(Isolation other) {
    return new TransactionOptions(other, readOnly, timeout);
  }

  /** Returns options of a transaction that only reads. */
  public TransactionOptions asReadOnly() {
    return new TransactionOptions(isolation, true, timeout);
  }

  /** Returns options with this timeout. */
  public TransactionOptions withTimeout(Duration other) {
    return new TransactionOptions(isolation, readOnly, other);
  }

  /** Returns the statement that begins the transaction. */
  String beginStatement() {
    return "BEGIN ISOLATION LEVEL "
        + isolation.name().replace('_', ' ').toUpperCase(Locale.ROOT)
        + (readOnly ? " READ ONLY" : " READ WRITE");
  }
}
