package dev.colonnade.sql.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.session.cursor.SqlCursors;

/** Commit and rollback of a session's transaction, with the effects on its cursors. One thread. */
final class TransactionControl {
  private final TransactionBlock block;
  private final SqlCursors cursors;

  TransactionControl(TransactionBlock block, SqlCursors cursors) {
    this.block = requireNonNull(block, "block is null");
    this.cursors = requireNonNull(cursors, "cursors is null");
  }

  /** Rolls back to a savepoint; closes the cursors that were declared after it. */
  void rollbackTo(String savepoint) {
    block.rollbackTo(savepoint);
    cursors.closeEnded();
  }

  /** Rolls the transaction back. */
  public void rollback() {
    block.rollback();
    cursors.closeTransactional();
  }

  /** Commits, or rolls back if a statement has failed; returns whether it has committed. */
  public boolean commit() {
    boolean isPersisted = false;
    try {
      if (!block.isFailed()) {
        cursors.persist();
      }
      isPersisted = true;
    } finally {
      if (!isPersisted) {
        rollback();
      }
    }
    try {
      return block.commit();
    } finally {
      cursors.closeTransactional();
    }
  }
}
