package dev.colonnade.sql.system;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * All tables of the system with their columns and OIDs, as PostgreSQL 15 has them; read once. Those
 * of which nothing is known here are empty.
 */
public final class SystemTables {
  /** The schema of the catalogue, which names without a schema are looked up in first. */
  public static final String CATALOG_SCHEMA = "pg_catalog";

  public static final String INFORMATION_SCHEMA = "information_schema";

  /** Of tables that statements of ours are answered from; it is not listed. */
  public static final String INTERNAL_SCHEMA = "colonnade_internal";

  /** The table of the internal schema that says where all sequences are. */
  public static final String SEQUENCE_VALUES = "sequence_values";

  private static final Map<String, Map<String, SystemTable>> BY_SCHEMA = read();

  private SystemTables() {}

  private static Map<String, Map<String, SystemTable>> read() {
    Map<String, Map<String, SystemTable>> found = new LinkedHashMap<>();
    for (String line : SystemFiles.requireLines("tables.txt")) {
      SystemTable table = SystemTable.parse(line);
      found.computeIfAbsent(table.schema(), _ -> new LinkedHashMap<>()).put(table.name(), table);
    }
    found.replaceAll((_, tables) -> Collections.unmodifiableMap(tables));
    return Collections.unmodifiableMap(found);
  }

  /** The tables of one of the two schemas, by name. */
  public static Map<String, SystemTable> of(String schema) {
    return BY_SCHEMA.getOrDefault(schema, Map.of());
  }

  /** The table of this name of {@code pg_catalog}. */
  static SystemTable require(String name) {
    SystemTable table = of(CATALOG_SCHEMA).get(name);
    if (table == null) {
      throw new IllegalArgumentException("no such table: name=" + name);
    }
    return table;
  }

  /** The tables of all schemas. */
  public static List<SystemTable> all() {
    return BY_SCHEMA.values().stream().flatMap(tables -> tables.values().stream()).toList();
  }

  /** Whether a schema is the system's. */
  public static boolean isSystemSchema(String schema) {
    return BY_SCHEMA.containsKey(schema);
  }
}
