package dev.colonnade.sql.system.table;

import dev.colonnade.sql.system.BuiltInRows;
import dev.colonnade.sql.system.SystemKey;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.object.SystemCatalogView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Scan of a system table: the rows that are equal in every database, and the others, which are
 * derived from the catalog for each scan.
 */
public final class SystemTableScan {
  private static final Map<String, SystemRowProducer> CATALOG = catalog();
  private static final Map<String, SystemRowProducer> INFORMATION =
      InformationSchemaTables.producers();

  /** Producers of rows that are equal in every database and have no file. */
  private static final Map<String, SystemRowProducer> OF_SYSTEM =
      RelationTables.producersOfSystem();

  /** Tables whose rows do not become more with the relations of a database. */
  private static final Set<String> SMALL =
      Set.of(
          "pg_auth_members",
          "pg_authid",
          "pg_database",
          "pg_db_role_setting",
          "pg_default_acl",
          "pg_locks",
          "pg_namespace",
          "pg_policy",
          "pg_roles",
          "pg_shadow",
          "pg_stat_activity",
          "pg_stat_progress_analyze",
          "pg_stat_progress_basebackup",
          "pg_stat_progress_copy",
          "pg_stat_progress_create_index",
          "pg_tablespace",
          "pg_user");

  /** Assumed rows of a small table. */
  private static final int SMALL_ROWS = 10;

  /** Assumed rows about relations; few databases have more tables and columns. */
  private static final int RELATION_ROWS = 500;

  private SystemTableScan() {}

  private static Map<String, SystemRowProducer> catalog() {
    Map<String, SystemRowProducer> producers = new HashMap<>(RelationTables.producers());
    producers.putAll(ServerTables.producers());
    producers.putAll(StatisticsTables.producers());
    producers.putAll(PrivilegeTables.producersOfPolicies());
    producers.putAll(StatementTables.producers());
    producers.putAll(DependencyTables.producers());
    producers.putAll(ProgressTables.producers());
    producers.put("pg_sequence", SequenceTables::sequences);
    producers.put("pg_sequences", SequenceTables::shown);
    producers.put(SystemTables.SEQUENCE_VALUES, SequenceTables::values);
    return Map.copyOf(producers);
  }

  /** Returns the estimated number of rows of a table, at least 1. */
  public static double estimatedRows(SystemTable table) {
    if (isStandard(table)) {
      return INFORMATION.containsKey(table.name()) ? RELATION_ROWS : 1;
    }
    int constant = BuiltInRows.of(table.name()).size();
    if (!CATALOG.containsKey(table.name())) {
      return Math.max(1, constant);
    }
    return constant + (double) (SMALL.contains(table.name()) ? SMALL_ROWS : RELATION_ROWS);
  }

  /**
   * Returns the rows that are equal in every database, with values in their internal
   * representation.
   *
   * @param view catalog of any database
   */
  public static List<@Nullable Object[]> constantRows(SystemCatalogView view, SystemTable table) {
    if (isStandard(table)) {
      return List.of();
    }
    SystemRowProducer producer = OF_SYSTEM.get(table.name());
    return producer == null
        ? BuiltInRows.of(table.name())
        : rows(view, producer, SystemRows.of(table));
  }

  /**
   * Returns the other rows; they follow those of {@link #constantRows}.
   *
   * @param ordinals of the columns of the returned rows
   * @param key of the rows that are needed, null if all are; other rows may be returned, too
   */
  public static List<@Nullable Object[]> rows(
      SystemCatalogView view, SystemTable table, List<Integer> ordinals, @Nullable SystemKey key) {
    SystemRowProducer producer = (isStandard(table) ? INFORMATION : CATALOG).get(table.name());
    return producer == null
        ? List.of()
        : rows(view, producer, new SystemRows(table, ordinals, key));
  }

  private static List<@Nullable Object[]> rows(
      SystemCatalogView view, SystemRowProducer producer, SystemRows rows) {
    producer.produce(view, rows);
    return rows.rows();
  }

  private static boolean isStandard(SystemTable table) {
    return table.schema().equals(SystemTables.INFORMATION_SCHEMA);
  }
}
