package dev.colonnade.sql.system.object;

import dev.colonnade.advisory.AdvisoryLockState;
import dev.colonnade.archive.ArchiveStatus;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.catalog.relation.View;
import dev.colonnade.mvcc.lock.LockSnapshot;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sql.access.PreparedStatementDescription;
import dev.colonnade.sql.access.TableMetrics;
import dev.colonnade.sql.access.TableMetrics.AnalyzeActivity;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.activity.StatementStatistics;
import dev.colonnade.sql.function.CursorService;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.statistics.TableStatistics;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Source of the session's and the server's data for system tables and catalog functions. */
public interface SystemCatalogSource {
  /**
   * Type of a view's column.
   *
   * @param typeOid OID of the type
   * @param modifier as in {@code pg_attribute.atttypmod}
   */
  record ViewColumn(long typeOid, int modifier) {}

  /** Returns the database and the names that are visible to the session. */
  NameScope scope();

  /** Returns the estimated row count of a table. */
  long rowCount(Table table);

  /** Returns the analyses of a table. */
  AnalyzeActivity analyses(Table table);

  /** Returns the statistics of a table; null if ANALYZE never ran on it. */
  @Nullable TableStatistics statistics(Table table);

  /** Returns the size of a table's rows in bytes. */
  long sizeBytes(Table table);

  /** Returns the ranges of a table in key order. */
  List<TableMetrics.RangeMetrics> ranges(Table table);

  /** Returns the options and the state of a sequence, by its storage id. */
  SequenceDescription sequence(long sequenceId);

  /** Returns the types of a view's columns; empty if its query is no longer valid. */
  List<ViewColumn> columns(View view);

  /**
   * Returns the query of a view in PostgreSQL's form; tables that the session's search path does
   * not resolve are qualified.
   */
  String query(View view, boolean pretty);

  /**
   * Returns an expression over a table's columns in PostgreSQL's form; null if it contains
   * unsupported constructs.
   */
  @Nullable String expression(String text, Table table, boolean pretty);

  /** Returns the updatable columns of a view; empty if the view is not updatable. */
  Set<String> updatableColumns(View view);

  /** Returns the session number that clients use, as in cancel requests. */
  int sessionNumber();

  /** Returns the prepared statements of the session. */
  List<PreparedStatementDescription> preparedStatements();

  /** Returns the cursors of the session. */
  List<CursorService.Description> cursors();

  /** Returns the activities of all sessions, by their numbers. */
  List<SessionActivity> activities();

  /** Returns the statistics of the statements of all sessions. */
  StatementStatistics statementStatistics();

  /** Returns the advisory locks of all sessions. */
  Set<AdvisoryLockState> advisoryLocks();

  /** Returns the locks of all transactions. */
  LockSnapshot transactionLocks();

  /** Returns the status of the archive; null if the store has none. */
  @Nullable ArchiveStatus archiveStatus();

  /** Returns the current user. */
  String user();

  /** Returns the user of the session. */
  String sessionUser();

  SessionSettings settings();

  /** Sets a setting and returns its new value. */
  String set(String name, String value, boolean isLocal);
}
