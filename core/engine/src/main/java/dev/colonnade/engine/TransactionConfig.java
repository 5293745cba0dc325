package dev.colonnade.engine;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.txn.TransactionLimits;
import java.time.Duration;

/**
 * How transactions are limited.
 *
 * @param limits of all and of each
 * @param batchLockWaitMax how long a batch that is written without a transaction waits for rows
 *     that transactions have locked
 */
public record TransactionConfig(TransactionLimits limits, Duration batchLockWaitMax) {
  public static final TransactionConfig DEFAULT =
      new TransactionConfig(TransactionLimits.DEFAULT, Duration.ofSeconds(10));

  public TransactionConfig {
    requireNonNull(limits, "limits is null");
    requireNonNull(batchLockWaitMax, "batchLockWaitMax is null");
    if (batchLockWaitMax.isZero() || batchLockWaitMax.isNegative()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "wait for locks not positive: batchLockWaitMax=" + batchLockWaitMax);
    }
  }
}
