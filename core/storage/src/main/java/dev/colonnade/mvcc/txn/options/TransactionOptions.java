package dev.colonnade.mvcc.txn.options;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/**
 * Options of a transaction.
 *
 * @param isolation isolation level
 * @param readOnly whether writes and locks are refused
 * @param readTimestamp timestamp to read at, which requires {@code readOnly}; {@link #NOW} for the
 *     newest
 */
public record TransactionOptions(IsolationLevel isolation, boolean readOnly, long readTimestamp) {
  /** Read timestamp that denotes the newest timestamp at the first read. */
  public static final long NOW = 0;

  /** Serializable, read-write. */
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
          "a transaction with a read timestamp must be read-only readTimestamp=" + readTimestamp);
    }
  }

  /** Returns read-write options with this isolation level. */
  public static TransactionOptions of(IsolationLevel isolation) {
    return new TransactionOptions(isolation, false, NOW);
  }

  /** Returns read-only options with this read timestamp. */
  public static TransactionOptions asOf(long timestamp) {
    return new TransactionOptions(IsolationLevel.REPEATABLE_READ, true, timestamp);
  }

  /** Throws READ_ONLY_TRANSACTION if writes are refused. */
  public void requireWritable(String what) {
    if (readOnly) {
      throw new ColonnadeException(
          ErrorCode.READ_ONLY_TRANSACTION, "cannot " + what + " in a read-only transaction");
    }
  }

  /** Returns a read-only copy. */
  public TransactionOptions asReadOnly() {
    return new TransactionOptions(isolation, true, readTimestamp);
  }
}
