package dev.colonnade.mvcc.txn;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * How a transaction runs.
 *
 * @param readOnly whether writes and locks are refused
 * @param readTimestamp the moment to read at, which makes it read only; {@link #NOW} for the newest
 */
public record TransactionOptions(IsolationLevel isolation, boolean readOnly, long readTimestamp) {
  /** Read what is newest when the transaction comes to read. */
  public static final long NOW = 0;

  /** Serializable, reading and writing. */
  public static final TransactionOptions DEFAULT = of(IsolationLevel.SERIALIZABLE);

  public TransactionOptions {
    requireNonNull(isolation, "isolation is null");
    if (readTimestamp < NOW) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "read timestamp below zero timestamp=" + readTimestamp);
    }
    if (readTimestamp != NOW && !readOnly) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "a transaction in the past only reads readTimestamp=" + readTimestamp);
    }
  }

  /** Reading and writing at this level. */
  public static TransactionOptions of(IsolationLevel isolation) {
    return new TransactionOptions(isolation, false, NOW);
  }

  /** Reading at {@code timestamp}. */
  public static TransactionOptions asOf(long timestamp) {
    return new TransactionOptions(IsolationLevel.REPEATABLE_READ, true, timestamp);
  }

  /** The same, reading only. */
  public TransactionOptions asReadOnly() {
    return new TransactionOptions(isolation, true, readTimestamp);
  }
}
