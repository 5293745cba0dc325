package dev.colonnade.mvcc.txn;

/** A moment of a transaction to which it can go back. */
public final class Savepoint {
  private final Transaction transaction;
  private final int writes;
  private final int locks;

  Savepoint(Transaction transaction, int writes, int locks) {
    this.transaction = transaction;
    this.writes = writes;
    this.locks = locks;
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
}
