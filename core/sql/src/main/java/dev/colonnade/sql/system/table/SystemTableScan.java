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

  private SystemTableScan() {}

  private static Map<String, SystemRowProducer> catalog() {
    Map<String, SystemRowProducer> producers = new HashMap<>(RelationTables.producers());
    producers.putAll(ServerTables.producers());
    producers.putAll(StatisticsTables.producers());
    producers.putAll(PolicyTables.producers());
    producers.putAll(StatementTables.producers());
    producers.putAll(DependencyTables.producers());
    producers.put("pg_sequence", SequenceTables::sequences);
    producers.put("pg_sequences", SequenceTables::shown);
    producers.put(SystemTables.SEQUENCE_VALUES, SequenceTables::values);
    return Map.copyOf(producers);
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
        : rows(view, producer, new SystemRows(table, null));
  }

  /**
   * Returns the other rows; they follow those of {@link #constantRows}.
   *
   * @param key of the rows that are needed, null if all are; other rows may be returned, too
   */
  public static List<@Nullable Object[]> rows(
      SystemCatalogView view, SystemTable table, @Nullable SystemKey key) {
    SystemRowProducer producer = (isStandard(table) ? INFORMATION : CATALOG).get(table.name());
    return producer == null ? List.of() : rows(view, producer, new SystemRows(table, key));
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
