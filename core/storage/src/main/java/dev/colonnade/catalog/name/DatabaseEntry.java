package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

/**
 * Catalog entry of a database: a set of schemas that only sessions of this database can access.
 *
 * @param isRestoring whether the database is being restored: no session sees it, and it is dropped
 *     when the store is opened
 */
public record DatabaseEntry(int id, String name, boolean isRestoring) {
  public DatabaseEntry {
    requireNonNull(name, "name is null");
  }

  /** Creates the entry of a database that sessions can access. */
  public DatabaseEntry(int id, String name) {
    this(id, name, false);
  }
}
