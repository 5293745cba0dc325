package dev.colonnade.sql.system.table;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.sql.activity.StatementEntry;
import dev.colonnade.sql.activity.StatementKey;
import dev.colonnade.sql.activity.StatementStatistics;
import dev.colonnade.sql.activity.TimeSummary;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.object.SystemCatalogView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Row producers of {@code pg_stat_statements} and {@code pg_stat_statements_info}. The texts and
 * ids of the statements of other users are visible to members of {@code pg_read_all_stats}.
 */
final class StatementTables {
  /** Size of the blocks that PostgreSQL counts. */
  private static final int BLOCK_BYTES = 8192;

  private static final double NANOS_PER_MILLI = 1e6;

  /** Columns that PostgreSQL has, and that are not measured. */
  private static final List<String> UNMEASURED =
      List.of(
          "shared_blks_hit",
          "shared_blks_read",
          "shared_blks_dirtied",
          "shared_blks_written",
          "local_blks_hit",
          "local_blks_read",
          "local_blks_dirtied",
          "local_blks_written",
          "temp_blks_read",
          "blk_read_time",
          "blk_write_time",
          "temp_blk_read_time",
          "temp_blk_write_time",
          "wal_records",
          "wal_fpi",
          "wal_bytes",
          "jit_functions",
          "jit_generation_time",
          "jit_inlining_count",
          "jit_inlining_time",
          "jit_optimization_count",
          "jit_optimization_time",
          "jit_emission_count",
          "jit_emission_time");

  private StatementTables() {}

  static Map<String, SystemRowProducer> producers() {
    Map<String, SystemRowProducer> producers = new HashMap<>();
    producers.put("pg_stat_statements", StatementTables::statements);
    producers.put("pg_stat_statements_info", StatementTables::information);
    return producers;
  }

  private static void statements(SystemCatalogView view, SystemRows rows) {
    RolePrivileges user = view.objects().privileges().user();
    boolean seesAll = user.hasRole(BuiltIns.READ_ALL_STATS_ID);
    Map<Integer, Long> roleOids = new HashMap<>();
    for (RoleEntry role : view.objects().catalog().roles()) {
      roleOids.put(role.id(), SystemOids.role(role));
    }
    for (StatementEntry entry : view.source().statementStatistics().entries()) {
      StatementKey key = entry.key();
      boolean isVisible = seesAll || key.roleId() == user.roleId();
      rows.row()
          .set("userid", roleOids.getOrDefault(key.roleId(), 0L))
          .set("dbid", view.objects().databaseOid(key.databaseId()))
          .set("toplevel", true)
          .set("queryid", isVisible ? key.shapeId() : null)
          .set("query", isVisible ? entry.text() : "<insufficient privilege>")
          .set("plans", entry.planning().count())
          .set("calls", entry.execution().count())
          .set("rows", entry.rowCount())
          .set("spilled_bytes", entry.spilledBytes())
          .set("temp_blks_written", (entry.spilledBytes() + BLOCK_BYTES - 1) / BLOCK_BYTES)
          .set("retries", entry.retries());
      UNMEASURED.forEach(column -> rows.set(column, 0));
      times(rows, "plan", entry.planning());
      times(rows, "exec", entry.execution());
    }
  }

  private static void times(SystemRows rows, String suffix, TimeSummary times) {
    rows.set("total_" + suffix + "_time", times.totalNanos() / NANOS_PER_MILLI)
        .set("min_" + suffix + "_time", times.minNanos() / NANOS_PER_MILLI)
        .set("max_" + suffix + "_time", times.maxNanos() / NANOS_PER_MILLI)
        .set("mean_" + suffix + "_time", times.meanNanos() / NANOS_PER_MILLI)
        .set("stddev_" + suffix + "_time", times.deviationNanos() / NANOS_PER_MILLI);
  }

  private static void information(SystemCatalogView view, SystemRows rows) {
    StatementStatistics statistics = view.source().statementStatistics();
    rows.row().set("dealloc", statistics.removals()).set("stats_reset", statistics.resetMicros());
  }
}
