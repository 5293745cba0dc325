package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

/** A schema of a database. */
public record SchemaEntry(int id, int databaseId, String name) {
  public SchemaEntry {
    requireNonNull(name, "name is null");
  }

  /** The same with another name. */
  public SchemaEntry withName(String other) {
    return new SchemaEntry(id, databaseId, other);
  }
}
