package dev.colonnade.sql.system;

import dev.colonnade.catalog.Table;
import dev.colonnade.sql.access.TableFacts;
import dev.colonnade.sql.system.SystemView.RowMaker;
import java.util.HashMap;
import java.util.Map;

/** The views of {@code pg_catalog} that count rows; what is not counted is zero. */
final class StatisticsTables {
  private StatisticsTables() {}

  static Map<String, RowMaker> makers() {
    Map<String, RowMaker> makers = new HashMap<>();
    makers.put("pg_stat_user_tables", StatisticsTables::tables);
    makers.put("pg_stat_all_tables", StatisticsTables::tables);
    makers.put("pg_statio_user_tables", StatisticsTables::files);
    makers.put("pg_statio_all_tables", StatisticsTables::files);
    makers.put("pg_stat_user_indexes", StatisticsTables::indexes);
    makers.put("pg_stat_all_indexes", StatisticsTables::indexes);
    makers.put("ranges", StatisticsTables::ranges);
    return makers;
  }

  private static void tables(SystemView view, SystemRows rows) {
    for (Relation relation : view.objects().relations()) {
      Table table = relation.table();
      if (table != null) {
        rows.row()
            .set("relid", relation.oid())
            .set("schemaname", relation.schema().name())
            .set("relname", relation.name())
            .set("n_live_tup", view.source().rowCount(table));
      }
    }
  }

  private static void ranges(SystemView view, SystemRows rows) {
    for (Relation relation : view.objects().relations()) {
      Table table = relation.table();
      if (table == null) {
        continue;
      }
      for (TableFacts.RangeFact range : view.source().ranges(table)) {
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

  private static void files(SystemView view, SystemRows rows) {
    for (Relation relation : view.objects().relations()) {
      if (relation.table() != null) {
        rows.row()
            .set("relid", relation.oid())
            .set("schemaname", relation.schema().name())
            .set("relname", relation.name());
      }
    }
  }

  private static void indexes(SystemView view, SystemRows rows) {
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
