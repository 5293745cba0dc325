package dev.colonnade.sql.access;

import dev.colonnade.advisory.SessionAdvisoryLocks;
import dev.colonnade.mvcc.WouldBlockException;
import dev.colonnade.mvcc.txn.options.TransactionOptions;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.execute.ExecutionResources;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.notification.SessionNotifications;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Context of a SQL session in the engine: begins its statements and transactions. One thread. */
public interface SqlSessionContext {
  /**
   * Begins a statement outside of a transaction, which reads, changes the catalog, or writes one
   * batch.
   *
   * @param mayBlock whether it may wait for the disk; if not, it throws {@link WouldBlockException}
   *     where it would have to
   */
  StatementTransaction read(boolean mayBlock);

  /**
   * Begins a transaction.
   *
   * @param hasOneStatement whether it ends with its first statement
   */
  SessionTransaction begin(TransactionOptions options, boolean hasOneStatement);

  /** Returns the memory and the temporary files of queries, which all sessions share. */
  ExecutionResources resources();

  /** Returns nanoseconds of a monotonic clock. */
  long nanos();

  /** Returns nanoseconds since 1970-01-01 00:00 UTC. */
  long epochNanos();

  /** Returns the advisory locks of the session. */
  SessionAdvisoryLocks advisoryLocks();

  /** Sets the prepared statements of the session, which its statements list. */
  void preparedStatements(Supplier<List<PreparedStatementDescription>> statements);

  /** Sets the cursors of the session, whose current rows its statements change. */
  void cursors(CursorService cursors);

  /** Returns the activity of the session, which other sessions see. */
  SessionActivity activity();

  /** Returns the notifications of the session. */
  SessionNotifications notifications();

  /** Returns the name of the session's database. */
  String databaseName();

  /** Returns the id of the current user's role. */
  int roleId();

  /** Returns the session's number, which is unique in the server process. */
  int sessionNumber();

  /** Sets the receiver of other sessions' requests to this session. */
  void receiveSignals(SessionSignals signals);

  /** Returns a hint on which server accepts writes, if this one is a follower; null otherwise. */
  default @Nullable String writeHint() {
    return null;
  }

  /** Drops the temporary tables of the session. */
  void dropTemporary();

  /** Ends the session, which runs nothing any more. Idempotent. */
  void ended();

  /** Discards the state that the session has of sequences (DISCARD SEQUENCES). */
  void discardSequences();
}
