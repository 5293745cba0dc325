package dev.colonnade.mvcc.txn;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Set;

/** Life cycle state of a transaction. */
public enum TransactionState {
  ACTIVE,
  COMMITTING,
  COMMITTED,
  ROLLED_BACK;

  /** Returns the states to which this state may change. */
  Set<TransactionState> successors() {
    return switch (this) {
      case ACTIVE -> Set.of(COMMITTING, ROLLED_BACK);
      case COMMITTING -> Set.of(COMMITTED, ROLLED_BACK);
      case COMMITTED, ROLLED_BACK -> Set.of();
    };
  }

  /** Throws TRANSACTION_NOT_ACTIVE if the transaction is over. */
  void requireActive() {
    if (this == COMMITTED || this == ROLLED_BACK) {
      throw new ColonnadeException(
          ErrorCode.TRANSACTION_NOT_ACTIVE, "the transaction is over state=" + this);
    }
  }
}
