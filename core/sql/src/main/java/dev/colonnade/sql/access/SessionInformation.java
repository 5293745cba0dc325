package dev.colonnade.sql.access;

import dev.colonnade.advisory.SessionAdvisoryLocks;
import dev.colonnade.archive.ArchiveStatus;
import dev.colonnade.mvcc.lock.LockSnapshot;
import dev.colonnade.progress.SessionProgress;
import dev.colonnade.sql.access.backup.Backups;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.activity.StatementStatistics;
import dev.colonnade.sql.function.ClusterService;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.notification.SessionNotifications;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Information about the session of a statement, its advisory locks and its notifications. One
 * thread.
 */
public interface SessionInformation {
  /** Returns the name of the session's user. */
  String user();

  /** Returns the name of the role that the session has assumed, or else of the session's user. */
  String currentUser();

  /** Returns the session's number, which is unique in the server process. */
  int number();

  /** Returns the receiver of requests to a session; null if there is none of this number. */
  @Nullable SessionSignals signals(int number);

  /**
   * Returns the functions on the cluster; null if the server is not a member of one.
   *
   * @throws dev.colonnade.error.ColonnadeException INSUFFICIENT_PRIVILEGE if the user is no
   *     superuser
   */
  @Nullable ClusterService cluster();

  /** Returns the number of sessions in a database. */
  int sessionCount(int databaseId);

  /** Returns the prepared statements of the session. */
  List<PreparedStatementDescription> preparedStatements();

  /** Returns the cursors of the session. */
  CursorService cursors();

  /** Returns the activities of all sessions, by their numbers. */
  List<SessionActivity> activities();

  /** Returns the activity of the session. */
  SessionActivity activity();

  /** Returns the progress of the command that the session executes. */
  default SessionProgress progress() {
    return activity().progress();
  }

  /** Returns the statistics of the statements of all sessions. */
  StatementStatistics statementStatistics();

  /** Returns the advisory locks of the session. */
  SessionAdvisoryLocks advisoryLocks();

  /** Returns the locks of all transactions: of objects and tables, and the waits for any lock. */
  LockSnapshot transactionLocks();

  /** Returns the status of the archive; null if the store has none. */
  @Nullable ArchiveStatus archiveStatus();

  /** Returns the tables and databases of backups. */
  Backups restores();

  /** Returns the notifications of the session. */
  SessionNotifications notifications();

  /** Returns the current time in microseconds since 1970-01-01 00:00 UTC. */
  long clockMicros();
}
