package dev.colonnade.mvcc.txn;

import dev.colonnade.mvcc.Version;
import org.jspecify.annotations.Nullable;

/** Result of a request to lock a row. */
public sealed interface LockedRow {
  /**
   * The transaction holds the lock.
   *
   * @param newest current version of the key, the transaction's own write included; null if there
   *     is none. The timestamp of the transaction's own write is zero.
   * @param changed whether that version is newer than the statement's snapshot: under READ
   *     COMMITTED the statement must evaluate its predicate again
   */
  record Locked(@Nullable Version newest, boolean changed) implements LockedRow {}

  /** Another transaction holds the lock, and the row is skipped. */
  enum Skipped implements LockedRow {
    SKIPPED
  }
}
