package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

/** A schema of a database. */
public record SchemaEntry(int id, int databaseId, String name) {
  public SchemaEntry {
    requireNonNull(name, "name is null");
  }

  /** How names of schemas begin that hold what is temporary, one for each session. */
  public static final String TEMPORARY_PREFIX = "pg_temp_";

  /** What every session calls its own one. */
  public static final String TEMPORARY_ALIAS = "pg_temp";

  /** Whether what is in it goes with a session. */
  public boolean isTemporary() {
    return name.startsWith(TEMPORARY_PREFIX);
  }

  /** The same with another name. */
  public SchemaEntry withName(String other) {
    return new SchemaEntry(id, databaseId, other);
  }
}
