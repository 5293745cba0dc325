package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

/** Catalog entry of a schema of a database. */
public record SchemaEntry(int id, int databaseId, String name) {
  public SchemaEntry {
    requireNonNull(name, "name is null");
  }

  /** Name prefix of schemas for temporary objects; each session has its own. */
  public static final String TEMPORARY_PREFIX = "pg_temp_";

  /** Alias by which every session references its own temporary schema. */
  public static final String TEMPORARY_ALIAS = "pg_temp";

  /** Returns whether the objects of the schema are dropped at the end of a session. */
  public boolean isTemporary() {
    return name.startsWith(TEMPORARY_PREFIX);
  }

  /** Returns the schema with another name. */
  public SchemaEntry withName(String other) {
    return new SchemaEntry(id, databaseId, other);
  }
}
