package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

/** Catalog entry of a database: a set of schemas that only sessions of this database can access. */
public record DatabaseEntry(int id, String name) {
  public DatabaseEntry {
    requireNonNull(name, "name is null");
  }
}
