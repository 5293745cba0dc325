package dev.colonnade.sql.system.table;

import dev.colonnade.sql.system.BuiltInRows;
import dev.colonnade.sql.system.SystemRows;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.SystemTables;
import dev.colonnade.sql.system.object.SystemCatalogView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Scan of a system table: its built-in rows and the rows of its producer. */
public final class SystemTableScan {
  private static final Map<String, SystemRowProducer> CATALOG = catalog();
  private static final Map<String, SystemRowProducer> INFORMATION =
      InformationSchemaTables.producers();

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

  /** Returns the rows of a system table, with values in their internal representation. */
  public static List<@Nullable Object[]> rows(SystemCatalogView view, SystemTable table) {
    boolean isStandard = table.schema().equals(SystemTables.INFORMATION_SCHEMA);
    SystemRowProducer producer = (isStandard ? INFORMATION : CATALOG).get(table.name());
    List<@Nullable Object[]> builtIn = isStandard ? List.of() : BuiltInRows.of(table.name());
    if (producer == null) {
      return builtIn;
    }
    SystemRows rows = new SystemRows(table);
    producer.produce(view, rows);
    List<@Nullable Object[]> all = new ArrayList<>(builtIn);
    all.addAll(rows.rows());
    return all;
  }
}
