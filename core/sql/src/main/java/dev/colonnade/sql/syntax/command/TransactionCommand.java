package dev.colonnade.sql.syntax.command;

import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.FromItem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Command about transactions. */
public sealed interface TransactionCommand extends SessionControl {
  /** Characteristic of a transaction. */
  record Mode(ModeKind kind, int position) {}

  /** Kind of characteristic. */
  enum ModeKind {
    READ_UNCOMMITTED,
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE,
    READ_ONLY,
    READ_WRITE,
    DEFERRABLE,
    NOT_DEFERRABLE
  }

  /** {@code BEGIN}, {@code START TRANSACTION}. */
  record Begin(boolean start, List<Mode> modes, int position) implements TransactionCommand {}

  /** {@code COMMIT}, {@code END}. */
  record Commit(boolean chain, int position) implements TransactionCommand {}

  /** {@code ROLLBACK}, {@code ABORT}. */
  record Rollback(boolean chain, int position) implements TransactionCommand {}

  /** {@code SAVEPOINT}. */
  record Savepoint(String name, int position) implements TransactionCommand {}

  /** {@code RELEASE}. */
  record Release(String name, int position) implements TransactionCommand {}

  /** {@code ROLLBACK TO}. */
  record RollbackTo(String name, int position) implements TransactionCommand {}

  /** Step of two-phase commit: PREPARE TRANSACTION, COMMIT PREPARED, ROLLBACK PREPARED. */
  record TwoPhase(String keywords, String identifier, int position) implements TransactionCommand {
    /** Returns whether the step ends the session's transaction. */
    public boolean isPrepare() {
      return keywords.startsWith("PREPARE");
    }
  }

  /** {@code SET TRANSACTION}, {@code SET SESSION CHARACTERISTICS}. */
  record SetTransaction(boolean session, boolean local, List<Mode> modes, int position)
      implements TransactionCommand {}

  /** {@code SET TRANSACTION SNAPSHOT}. */
  record SetSnapshot(String identifier, int position) implements TransactionCommand {}

  /** {@code SET CONSTRAINTS}; no names are ALL. */
  record SetConstraints(List<QualifiedName> names, boolean deferred, int position)
      implements TransactionCommand {}

  /** {@code LOCK}; the mode is null if none is written. */
  record Lock(List<FromItem.Relation> tables, @Nullable String mode, boolean nowait, int position)
      implements TransactionCommand {}
}
