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

  /** Superuser that owns the objects without another owner. */
  public static final int BOOTSTRAP_ID = 11;

  /** Role that the owner of the current database is an implicit member of. */
  public static final int DATABASE_OWNER_ID = 20;

  public static final int READ_ALL_DATA_ID = 21;
  public static final int WRITE_ALL_DATA_ID = 22;
  public static final int MONITOR_ID = 23;
  public static final int READ_ALL_SETTINGS_ID = 24;
  public static final int READ_ALL_STATS_ID = 25;
  public static final int STAT_SCAN_TABLES_ID = 26;
  public static final int READ_SERVER_FILES_ID = 27;
  public static final int WRITE_SERVER_FILES_ID = 28;
  public static final int EXECUTE_SERVER_PROGRAM_ID = 29;
  public static final int SIGNAL_BACKEND_ID = 30;
  public static final int CHECKPOINT_ID = 31;

  public static final List<RoleEntry> ROLES =
      List.of(
          superuser(10, "colonnade"),
          superuser(BOOTSTRAP_ID, "postgres"),
          predefined(DATABASE_OWNER_ID, "pg_database_owner"),
          predefined(READ_ALL_DATA_ID, "pg_read_all_data"),
          predefined(WRITE_ALL_DATA_ID, "pg_write_all_data"),
          predefined(MONITOR_ID, "pg_monitor")
              .with(new RoleMembership(READ_ALL_SETTINGS_ID, BOOTSTRAP_ID, false))
              .with(new RoleMembership(READ_ALL_STATS_ID, BOOTSTRAP_ID, false))
              .with(new RoleMembership(STAT_SCAN_TABLES_ID, BOOTSTRAP_ID, false)),
          predefined(READ_ALL_SETTINGS_ID, "pg_read_all_settings"),
          predefined(READ_ALL_STATS_ID, "pg_read_all_stats"),
          predefined(STAT_SCAN_TABLES_ID, "pg_stat_scan_tables"),
          predefined(READ_SERVER_FILES_ID, "pg_read_server_files"),
          predefined(WRITE_SERVER_FILES_ID, "pg_write_server_files"),
          predefined(EXECUTE_SERVER_PROGRAM_ID, "pg_execute_server_program"),
          predefined(SIGNAL_BACKEND_ID, "pg_signal_backend"),
          predefined(CHECKPOINT_ID, "pg_checkpoint"));

  private BuiltIns() {}

  /** Returns whether a role exists in every store and cannot be changed. */
  public static boolean isPredefined(RoleEntry role) {
    return role.id() >= DATABASE_OWNER_ID && role.id() <= CHECKPOINT_ID;
  }

  private static RoleEntry superuser(int id, String name) {
    return new RoleEntry(id, name, true, true, null).with(RoleOptions.BOOTSTRAP);
  }

  private static RoleEntry predefined(int id, String name) {
    return new RoleEntry(id, name, false, false, null);
  }
}
