package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

/** A database: schemas, which only sessions of this database see. */
public record DatabaseEntry(int id, String name) {
  public DatabaseEntry {
    requireNonNull(name, "name is null");
  }
}
