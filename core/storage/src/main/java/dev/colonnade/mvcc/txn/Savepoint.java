package dev.colonnade.mvcc.txn;

import dev.colonnade.mvcc.lock.LockOwner;

/** Savepoint: a position of a transaction to which it can roll back. */
public final class Savepoint {
  private final LockOwner owner;
  private final long writes;
  private final int locks;
  private final int guards;

  Savepoint(LockOwner owner, long writes, int locks, int guards) {
    this.owner = owner;
    this.writes = writes;
    this.locks = locks;
    this.guards = guards;
  }

  /** Throws if this is a savepoint of a transaction with another lock owner. */
  void requireOwner(LockOwner expected) {
    if (owner != expected) {
      throw new IllegalArgumentException("savepoint of another transaction");
    }
  }

  long writes() {
    return writes;
  }

  int locks() {
    return locks;
  }

  int guards() {
    return guards;
  }
}
