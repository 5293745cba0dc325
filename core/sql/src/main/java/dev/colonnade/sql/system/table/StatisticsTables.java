package dev.colonnade.sql.system.table;

import dev.colonnade.archive.ArchiveStatus;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.TableMetrics;
import dev.colonnade.sql.access.TableMetrics.AnalyzeActivity;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.IndexEntry;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.object.SystemRelation;
import dev.colonnade.statistics.ColumnStatistics;
import dev.colonnade.statistics.ColumnStatistics.CommonValue;
import dev.colonnade.statistics.TableStatistics;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Row producers of the statistics views of {@code pg_catalog}; counters that do not exist here are
 * zero or NULL.
 */
final class StatisticsTables {
  /** Row count from which a value counts as repeated; not 2, because fractions are rounded. */
  private static final double REPEATED_MIN = 1.5;

  private static final long NANOS_PER_MICRO = 1_000;

  private StatisticsTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("pg_stat_user_tables", StatisticsTables::tables);
    producers.put("pg_stat_all_tables", StatisticsTables::tables);
    producers.put("pg_statio_user_tables", StatisticsTables::files);
    producers.put("pg_statio_all_tables", StatisticsTables::files);
    producers.put("pg_stat_user_indexes", StatisticsTables::indexes);
    producers.put("pg_stat_all_indexes", StatisticsTables::indexes);
    producers.put("pg_stat_archiver", StatisticsTables::archiver);
    producers.put("pg_stats", StatisticsTables::columns);
    producers.put("ranges", StatisticsTables::ranges);
    return producers;
  }

  private static void tables(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      Table table = relation.table();
      if (table != null) {
        AnalyzeActivity analyses = view.source().analyses(table);
        rows.row()
            .set("relid", relation.oid())
            .set("schemaname", relation.schema().name())
            .set("relname", relation.name())
            .set("n_live_tup", view.source().rowCount(table))
            .set("n_mod_since_analyze", analyses.changedRows())
            .set("analyze_count", analyses.manual().count())
            .set("autoanalyze_count", analyses.automatic().count());
        if (analyses.manual().count() > 0) {
          rows.set("last_analyze", analyses.manual().lastMicros());
        }
        if (analyses.automatic().count() > 0) {
          rows.set("last_autoanalyze", analyses.automatic().lastMicros());
        }
      }
    }
  }

  /** Adds the archive; the name of a segment takes the place of that of a file of the log. */
  private static void archiver(SystemCatalogView view, SystemRows rows) {
    ArchiveStatus status = view.source().archiveStatus();
    rows.row()
        .set("archived_count", status == null ? 0L : status.completed().count())
        .set("failed_count", status == null ? 0L : status.failed().count());
    if (status != null && status.completed().count() > 0) {
      rows.set("last_archived_wal", status.completed().segment())
          .set("last_archived_time", status.completed().atNanos() / NANOS_PER_MICRO);
    }
    if (status != null && status.failed().count() > 0) {
      rows.set("last_failed_wal", status.failed().segment())
          .set("last_failed_time", status.failed().atNanos() / NANOS_PER_MICRO);
    }
  }

  /**
   * Adds the results of ANALYZE; common values only for types whose statistics text equals the
   * value's text.
   */
  private static void columns(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      Table table = relation.table();
      TableStatistics known = table == null ? null : view.source().statistics(table);
      if (table == null || known == null || hidesRows(view, table)) {
        continue;
      }
      for (Column column : table.schema().visibleColumns()) {
        ColumnStatistics found = known.find(column.id());
        if (found != null && view.objects().privileges().isReadable(relation, column.id())) {
          rows.row()
              .set("schemaname", relation.schema().name())
              .set("tablename", relation.name())
              .set("attname", column.name())
              .set("inherited", false)
              .set("null_frac", found.nullFraction())
              .set("avg_width", (int) Math.round(found.widthBytes()))
              .set("n_distinct", distinct(found, known.rowCount()))
              .set("correlation", found.correlation());
          setCommonValues(rows, column, found, known.rowCount());
        }
      }
    }
  }

  /** Returns whether row-level security applies to the user, whom values would show rows. */
  private static boolean hidesRows(SystemCatalogView view, Table table) {
    NameScope names = view.source().scope();
    return names.catalog().hidesRows(table.id(), names.privileges());
  }

  /**
   * Returns the distinct count as PostgreSQL reports it: if it grows with the row count, as a
   * negative fraction of the rows.
   */
  private static double distinct(ColumnStatistics column, long rowCount) {
    boolean isGrowing = column.distinctCount() > TableStatistics.GROWING_FRACTION * rowCount;
    return isGrowing && rowCount > 0 ? -column.distinctCount() / rowCount : column.distinctCount();
  }

  private static void setCommonValues(
      SystemRows rows, Column column, ColumnStatistics found, long rowCount) {
    boolean hasSameText =
        column.type().isText()
            || switch (column.type()) {
              case ColumnType.Plain.SMALLINT, ColumnType.Plain.INTEGER, ColumnType.Plain.BIGINT ->
                  true;
              case ColumnType.Numeric _ -> true;
              default -> false;
            };
    List<CommonValue> repeated =
        found.commonValues().stream()
            .filter(common -> common.fraction() * rowCount > REPEATED_MIN)
            .toList();
    if (hasSameText && !repeated.isEmpty()) {
      List<@Nullable String> values = new ArrayList<>();
      repeated.forEach(common -> values.add(common.value()));
      rows.set("most_common_vals", ArrayText.format(values));
      rows.set("most_common_freqs", repeated.stream().map(CommonValue::fraction).toList());
    }
  }

  private static void ranges(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      Table table = relation.table();
      boolean isReadable =
          table != null
              && view.objects()
                  .privileges()
                  .user()
                  .has(Privilege.SELECT, SecuredKind.TABLE, table.id());
      if (table == null || !isReadable) {
        continue; // the bounds of ranges are keys of rows
      }
      for (TableMetrics.RangeMetrics range : view.source().ranges(table)) {
        rows.row()
            .set("table_oid", relation.oid())
            .set("schema_name", relation.schema().name())
            .set("table_name", relation.name())
            .set("start_key", range.startKey())
            .set("end_key", range.endKey())
            .set("live_rows", range.liveRows())
            .set("live_bytes", range.liveBytes())
            .set("total_bytes", range.totalBytes());
      }
    }
  }

  private static void files(SystemCatalogView view, SystemRows rows) {
    for (SystemRelation relation : view.objects().relations()) {
      if (relation.table() != null) {
        rows.row()
            .set("relid", relation.oid())
            .set("schemaname", relation.schema().name())
            .set("relname", relation.name());
      }
    }
  }

  private static void indexes(SystemCatalogView view, SystemRows rows) {
    for (IndexEntry index : view.objects().indexes()) {
      rows.row()
          .set("relid", index.table().oid())
          .set("indexrelid", index.relation().oid())
          .set("schemaname", index.table().schema().name())
          .set("relname", index.table().name())
          .set("indexrelname", index.relation().name());
    }
  }
}
