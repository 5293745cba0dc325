package dev.colonnade.catalog.name;

import java.util.List;

/**
 * Objects of a new store: two databases, each with a schema {@code public} and a superuser. They
 * have fixed ids below {@link #FIRST_OBJECT_ID} and exist without records, until a record renames
 * or drops them.
 */
public final class BuiltIns {
  /** First id of objects that are not built in. */
  public static final int FIRST_OBJECT_ID = 100;

  /** Database {@code colonnade}, which clients of the native protocol access. */
  public static final DatabaseEntry COLONNADE = new DatabaseEntry(1, "colonnade");

  public static final DatabaseEntry POSTGRES = new DatabaseEntry(2, "postgres");

  /** Id of the schema {@code public} of {@link #COLONNADE}. */
  public static final int PUBLIC_ID = 3;

  /** Name of the first schema of every new database. */
  public static final String PUBLIC = "public";

  public static final List<DatabaseEntry> DATABASES = List.of(COLONNADE, POSTGRES);

  public static final List<SchemaEntry> SCHEMAS =
      List.of(
          new SchemaEntry(PUBLIC_ID, COLONNADE.id(), PUBLIC),
          new SchemaEntry(4, POSTGRES.id(), PUBLIC));

  public static final List<RoleEntry> ROLES =
      List.of(superuser(10, "colonnade"), superuser(11, "postgres"));

  private BuiltIns() {}

  private static RoleEntry superuser(int id, String name) {
    return new RoleEntry(id, name, true, true, null);
  }
}
