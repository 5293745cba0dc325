package dev.colonnade.mvcc.txn;

/** A moment of a transaction to which it can go back. */
public final class Savepoint {
  private final Transaction transaction;
  private final int writes;
  private final int locks;
  private final int guards;

  Savepoint(Transaction transaction, int writes, int locks, int guards) {
    this.transaction = transaction;
    this.writes = writes;
    this.locks = locks;
    this.guards = guards;
  }

  Transaction transaction() {
    return transaction;
  }

  int writes() {
    return writes;
  }

  int locks() {
    return locks;
  }

  int guards() {
    return guards;
  }
}
