package dev.colonnade.sql.system;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Registry of all system tables with their columns and OIDs, as in PostgreSQL 15; read once. Tables
 * without a row producer are empty.
 */
public final class SystemTables {
  /** Schema of the system catalog, the first in the search path. */
  public static final String CATALOG_SCHEMA = SystemTable.CATALOG_SCHEMA;

  public static final String INFORMATION_SCHEMA = "information_schema";

  /** Schema of internal tables, which rewritten statements read; it is not listed. */
  public static final String INTERNAL_SCHEMA = SystemTable.INTERNAL_SCHEMA;

  /** Table of the internal schema with the current values of all sequences. */
  public static final String SEQUENCE_VALUES = "sequence_values";

  private static final Map<String, Map<String, SystemTable>> BY_SCHEMA = read();

  private SystemTables() {}

  private static Map<String, Map<String, SystemTable>> read() {
    Map<String, Map<String, SystemTable>> found = new LinkedHashMap<>();
    for (String line : CatalogResources.requireLines("tables.txt")) {
      SystemTable table = SystemTable.parse(line);
      found.computeIfAbsent(table.schema(), _ -> new LinkedHashMap<>()).put(table.name(), table);
    }
    found.replaceAll((_, tables) -> Collections.unmodifiableMap(tables));
    return Collections.unmodifiableMap(found);
  }

  /** Returns the tables of a system schema by name. */
  public static Map<String, SystemTable> of(String schema) {
    return BY_SCHEMA.getOrDefault(schema, Map.of());
  }

  /** Returns the table of this name of {@code pg_catalog}; throws if there is none. */
  static SystemTable require(String name) {
    SystemTable table = of(CATALOG_SCHEMA).get(name);
    if (table == null) {
      throw new IllegalArgumentException("no such table: name=" + name);
    }
    return table;
  }

  /** Returns the tables of all system schemas. */
  public static List<SystemTable> all() {
    return BY_SCHEMA.values().stream().flatMap(tables -> tables.values().stream()).toList();
  }

  /** Returns whether a schema is a system schema. */
  public static boolean isSystemSchema(String schema) {
    return BY_SCHEMA.containsKey(schema);
  }
}
