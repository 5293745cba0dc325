package dev.colonnade.sql.system;

import dev.colonnade.advisory.AdvisoryLockState;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.View;
import dev.colonnade.sequence.SequenceDescription;
import dev.colonnade.sql.access.TableMetrics;
import dev.colonnade.sql.setting.SessionSettings;
import dev.colonnade.statistics.TableStatistics;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a session knows of itself and of the system when one of its statements asks. */
public interface SystemSource {
  /** The database, and the names that the session sees in it. */
  NameScope scope();

  /** About how many rows a table has. */
  long rowCount(Table table);

  /** What ANALYZE found out of a table; null if it was never asked to. */
  @Nullable TableStatistics statistics(Table table);

  /** The bytes of a table's rows. */
  long sizeBytes(Table table);

  /** The ranges of a table, in the order of their keys. */
  List<TableMetrics.RangeMetrics> ranges(Table table);

  /** How a sequence counts, by the id under which it is kept. */
  SequenceDescription sequence(long sequenceId);

  /** The types of a view's columns; empty if its query means nothing any more. */
  List<ViewColumn> columns(View view);

  /** The query of a view, with the schemas of tables that the session's path does not find. */
  String query(View view);

  /**
   * An expression over a table's columns as PostgreSQL writes it; null if it has something that
   * this does not know.
   */
  @Nullable String expression(String text, Table table, boolean pretty);

  /** The columns of a view that can be written; none if rows cannot be changed through it. */
  Set<String> updatableColumns(View view);

  /** What clients call the session by. */
  int sessionNumber();

  /** The advisory locks of all sessions. */
  Set<AdvisoryLockState> advisoryLocks();

  String user();

  SessionSettings settings();

  /** Sets a setting, and tells its value then. */
  String set(String name, String value, boolean isLocal);
}
