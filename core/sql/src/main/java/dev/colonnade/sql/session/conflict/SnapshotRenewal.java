package dev.colonnade.sql.session.conflict;

import dev.colonnade.mvcc.lock.LockWaitPolicy;
import dev.colonnade.sql.access.SessionTransaction;
import dev.colonnade.sql.access.StatementTransaction;
import org.jspecify.annotations.Nullable;

/** Way in which a statement that met a conflict moves to a later snapshot. */
public enum SnapshotRenewal {
  /** It keeps its snapshot and fails. */
  NONE,
  /** The statement restarts at a later snapshot, whatever was read before it. */
  RESTART,
  /** The whole transaction moves to a later snapshot, if its reads are valid there. */
  REFRESH;

  /**
   * Returns the way of statements of a transaction block.
   *
   * @param isolation the level, as the setting {@code transaction_isolation} shows it
   * @param isReading whether an open query of the block has unread rows
   */
  public static SnapshotRenewal inBlock(String isolation, boolean isReading) {
    return switch (isolation) {
      case "read committed", "read uncommitted" -> RESTART;
      case "serializable" -> isReading ? NONE : REFRESH;
      default -> NONE;
    };
  }

  /** Begins the present statement again; returns null if it has to fail. */
  @Nullable StatementTransaction apply(SessionTransaction transaction, LockWaitPolicy lockWait) {
    return switch (this) {
      case NONE -> null;
      case RESTART -> transaction.restart(lockWait);
      case REFRESH -> transaction.refresh(lockWait);
    };
  }
}
