package dev.colonnade.catalog.name;

import java.util.List;

/**
 * What a fresh store has: two databases with a schema {@code public} each, and a superuser for
 * either. They have fixed ids below those of all other objects, and are there until a record says
 * that they were renamed or dropped.
 */
public final class BuiltIns {
  /** The database {@code colonnade}, which the native protocol works on. */
  public static final DatabaseEntry COLONNADE = new DatabaseEntry(1, "colonnade");

  public static final DatabaseEntry POSTGRES = new DatabaseEntry(2, "postgres");

  /** The schema {@code public} of {@link #COLONNADE}. */
  public static final int PUBLIC_ID = 3;

  /** What a schema is called that every database begins with. */
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
