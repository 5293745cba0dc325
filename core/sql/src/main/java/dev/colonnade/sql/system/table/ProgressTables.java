package dev.colonnade.sql.system.table;

import dev.colonnade.progress.CommandProgress;
import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.progress.ProgressCounter;
import dev.colonnade.sql.activity.SessionActivity;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.SystemCatalogView;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Row producers of the views {@code pg_stat_progress_*}: one row for each session that executes a
 * command of the kind. As in PostgreSQL, only the number and the database of a session are shown to
 * users who may not inspect it.
 */
final class ProgressTables {
  /** Producer of the columns that depend on the kind of the command. */
  @FunctionalInterface
  private interface Columns {
    void set(CommandProgress progress, SystemRows rows);
  }

  private ProgressTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put(
        "pg_stat_progress_analyze",
        (view, rows) ->
            produce(view, rows, Set.of(ProgressCommand.ANALYZE), ProgressTables::analyze));
    producers.put(
        "pg_stat_progress_basebackup",
        (view, rows) ->
            produce(view, rows, Set.of(ProgressCommand.BACKUP), ProgressTables::backup));
    producers.put(
        "pg_stat_progress_copy",
        (view, rows) ->
            produce(
                view,
                rows,
                EnumSet.of(
                    ProgressCommand.COPY_FROM_CLIENT,
                    ProgressCommand.COPY_TO_CLIENT,
                    ProgressCommand.COPY_FROM_FILE,
                    ProgressCommand.COPY_TO_FILE),
                ProgressTables::copy));
    producers.put(
        "pg_stat_progress_create_index",
        (view, rows) ->
            produce(view, rows, Set.of(ProgressCommand.CREATE_INDEX), ProgressTables::index));
    return producers;
  }

  private static void produce(
      SystemCatalogView view, SystemRows rows, Set<ProgressCommand> commands, Columns columns) {
    for (SessionActivity activity : view.source().activities()) {
      CommandProgress progress = activity.progress().command();
      if (progress == null || !commands.contains(progress.command())) {
        continue;
      }
      rows.row().set("pid", activity.number());
      if (progress.command() != ProgressCommand.BACKUP) {
        rows.set("datid", view.objects().databaseOid(activity.databaseId()))
            .set("datname", view.objects().databaseName(activity.databaseId()));
      }
      if (ServerTables.mayInspect(view, activity.user())) {
        columns.set(progress, rows);
      }
    }
  }

  private static void analyze(CommandProgress progress, SystemRows rows) {
    rows.set("relid", tableOid(progress))
        .set("phase", progress.phase().label())
        .set("sample_blks_total", progress.get(ProgressCounter.PARTS_TOTAL))
        .set("sample_blks_scanned", progress.get(ProgressCounter.PARTS_DONE))
        .set("ext_stats_total", 0L)
        .set("ext_stats_computed", 0L)
        .set("child_tables_total", 0L)
        .set("child_tables_done", 0L)
        .set("current_child_table_relid", 0L);
  }

  /** Adds a backup; its total is unknown until its size has been estimated. */
  private static void backup(CommandProgress progress, SystemRows rows) {
    long total = progress.get(ProgressCounter.BYTES_TOTAL);
    rows.set("phase", progress.phase().label())
        .set("backup_total", total == 0 ? null : total)
        .set("backup_streamed", progress.get(ProgressCounter.BYTES_DONE))
        .set("tablespaces_total", 1L)
        .set("tablespaces_streamed", 0L);
  }

  private static void copy(CommandProgress progress, SystemRows rows) {
    boolean isFile =
        progress.command() == ProgressCommand.COPY_FROM_FILE
            || progress.command() == ProgressCommand.COPY_TO_FILE;
    boolean isFrom =
        progress.command() == ProgressCommand.COPY_FROM_CLIENT
            || progress.command() == ProgressCommand.COPY_FROM_FILE;
    rows.set("relid", tableOid(progress))
        .set("command", isFrom ? "COPY FROM" : "COPY TO")
        .set("type", isFile ? "FILE" : "PIPE")
        .set("bytes_processed", progress.get(ProgressCounter.BYTES_DONE))
        .set("bytes_total", progress.get(ProgressCounter.BYTES_TOTAL))
        .set("tuples_processed", progress.get(ProgressCounter.ROWS_DONE))
        .set("tuples_excluded", progress.get(ProgressCounter.ROWS_EXCLUDED));
  }

  /** Adds the build of an index; the parts of the table that are read one by one are its blocks. */
  private static void index(CommandProgress progress, SystemRows rows) {
    rows.set("relid", tableOid(progress))
        .set("index_relid", SystemOids.index(progress.tableId(), progress.indexId()))
        .set("command", "CREATE INDEX")
        .set("phase", progress.phase().label())
        .set("lockers_total", 0L)
        .set("lockers_done", 0L)
        .set("current_locker_pid", 0L)
        .set("blocks_total", progress.get(ProgressCounter.PARTS_TOTAL))
        .set("blocks_done", progress.get(ProgressCounter.PARTS_DONE))
        .set("tuples_total", progress.get(ProgressCounter.ROWS_TOTAL))
        .set("tuples_done", progress.get(ProgressCounter.ROWS_DONE))
        .set("partitions_total", 0L)
        .set("partitions_done", 0L);
  }

  private static long tableOid(CommandProgress progress) {
    return progress.tableId() == CommandProgress.NO_ID ? 0 : SystemOids.of(progress.tableId());
  }
}
