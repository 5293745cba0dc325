package dev.colonnade.storage.config;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.mvcc.txn.options.TransactionLimits;
import java.time.Duration;

/**
 * Limits of transactions.
 *
 * @param limits limits of all transactions and of each
 * @param batchLockWaitMax maximum wait for row locks of a batch that is written outside of
 *     transactions
 * @param writeMemory memory of uncommitted writes
 */
public record TransactionConfig(
    TransactionLimits limits, Duration batchLockWaitMax, WriteMemory writeMemory) {
  public static final TransactionConfig DEFAULT =
      new TransactionConfig(TransactionLimits.DEFAULT, Duration.ofSeconds(10));

  public TransactionConfig(TransactionLimits limits, Duration batchLockWaitMax) {
    this(limits, batchLockWaitMax, WriteMemory.defaults());
  }

  public TransactionConfig {
    requireNonNull(writeMemory, "writeMemory is null");
    requireNonNull(limits, "limits is null");
    requireNonNull(batchLockWaitMax, "batchLockWaitMax is null");
    if (batchLockWaitMax.isZero() || batchLockWaitMax.isNegative()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "lock wait is not positive: batchLockWaitMax=" + batchLockWaitMax);
    }
  }
}
