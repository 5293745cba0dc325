package dev.colonnade.mvcc.txn;

import java.util.Set;

/** The life of a transaction. */
public enum TransactionState {
  ACTIVE,
  COMMITTING,
  COMMITTED,
  ROLLED_BACK;

  Set<TransactionState> successors() {
    return switch (this) {
      case ACTIVE -> Set.of(COMMITTING, ROLLED_BACK);
      case COMMITTING -> Set.of(COMMITTED, ROLLED_BACK);
      case COMMITTED, ROLLED_BACK -> Set.of();
    };
  }
}
