package dev.colonnade.mvcc.txn;

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
}
