package dev.colonnade.mvcc.txn;

import dev.colonnade.mvcc.Version;
import org.jspecify.annotations.Nullable;

/** What became of the wish to lock a row. */
public sealed interface LockedRow {
  /**
   * The transaction holds the lock.
   *
   * @param newest what the key holds now, the transaction's own write included; null if nothing.
   *     Its timestamp is zero if it is the transaction's own.
   * @param changed whether that is not what the statement sees: under READ COMMITTED it has to look
   *     at its condition again
   */
  record Locked(@Nullable Version newest, boolean changed) implements LockedRow {}

  /** Somebody else has it, and the row is to be left out. */
  enum Skipped implements LockedRow {
    SKIPPED
  }
}
