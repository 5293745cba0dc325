package dev.colonnade.sql.system;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import java.util.Map;

/**
 * OIDs of user objects, derived from catalog ids, which are never reused. Each id owns a block of
 * OIDs: the object itself and its dependent objects. System objects have PostgreSQL's OIDs.
 */
public final class SystemOids {
  public static final long PG_CATALOG = 11;
  public static final long INFORMATION_SCHEMA = 13207;
  public static final long PUBLIC = 2200;

  /** Superuser that owns all objects. */
  public static final long OWNER = 10;

  /** Owner of the schema {@code public}. */
  public static final long DATABASE_OWNER = 6171;

  public static final long TABLESPACE_DEFAULT = 1663;
  public static final long PG_CLASS = 1259;
  public static final long PG_TYPE = 1247;
  public static final long PG_AUTHID = 1260;
  public static final long PG_DATABASE = 1262;
  public static final long PG_ATTRDEF = 2604;
  public static final long PG_CONSTRAINT = 2606;
  public static final long PG_NAMESPACE = 2615;
  public static final long PG_REWRITE = 2618;
  public static final long HEAP = 2;
  public static final long BTREE = 403;

  /** PostgreSQL's OIDs of the predefined roles, by their ids. */
  private static final Map<Integer, Long> PREDEFINED_ROLES =
      Map.ofEntries(
          Map.entry(BuiltIns.DATABASE_OWNER_ID, DATABASE_OWNER),
          Map.entry(BuiltIns.READ_ALL_DATA_ID, 6181L),
          Map.entry(BuiltIns.WRITE_ALL_DATA_ID, 6182L),
          Map.entry(BuiltIns.MONITOR_ID, 3373L),
          Map.entry(BuiltIns.READ_ALL_SETTINGS_ID, 3374L),
          Map.entry(BuiltIns.READ_ALL_STATS_ID, 3375L),
          Map.entry(BuiltIns.STAT_SCAN_TABLES_ID, 3377L),
          Map.entry(BuiltIns.READ_SERVER_FILES_ID, 4569L),
          Map.entry(BuiltIns.WRITE_SERVER_FILES_ID, 4570L),
          Map.entry(BuiltIns.EXECUTE_SERVER_PROGRAM_ID, 4571L),
          Map.entry(BuiltIns.SIGNAL_BACKEND_ID, 4200L),
          Map.entry(BuiltIns.CHECKPOINT_ID, 4544L));

  /** First OID of user objects in PostgreSQL. */
  private static final long FIRST_USER = 16384;

  private static final int BLOCK = 4096;

  private static final long DATABASE_POSTGRES = 5;
  private static final long DATABASE_COLONNADE = 6;
  private static final int COLONNADE_ROLE_ID = 10;
  private static final int POSTGRES_ROLE_ID = 11;

  private static final int ROW_TYPE = 1;
  private static final int ARRAY_TYPE = -1;
  private static final int RULE = 2;
  private static final int KEY_INDEX = 3;
  private static final int KEY_CONSTRAINT = 4;
  private static final int INDEXES = 16;
  private static final int UNIQUE_CONSTRAINTS = 1040;
  private static final int NAMED_CONSTRAINTS = 2064;
  private static final int PART = 1024;

  private SystemOids() {}

  /** Returns the OID of a table, index, sequence, view or enum. */
  public static long of(int id) {
    return FIRST_USER + (long) id * BLOCK;
  }

  /** Returns the OID of the row type of a table. */
  public static long rowType(int id) {
    return of(id) + ROW_TYPE;
  }

  /**
   * Returns the OID of the array type of an enum or of a table's row type: it precedes the object's
   * OID, as in PostgreSQL. The last OIDs of a block have no other use.
   */
  public static long arrayType(int id) {
    return of(id) + ARRAY_TYPE;
  }

  /** Returns the OID of the rewrite rule of a view. */
  public static long rule(int viewId) {
    return of(viewId) + RULE;
  }

  /**
   * Returns the OID of the index of a primary key. It has no catalog id, because the table's rows
   * are stored in key order.
   */
  public static long keyIndex(int tableId) {
    return of(tableId) + KEY_INDEX;
  }

  public static long keyConstraint(int tableId) {
    return of(tableId) + KEY_CONSTRAINT;
  }

  /** Returns the catalog id of an object's own OID; -1 for any other OID. */
  public static int idOf(long oid) {
    long offset = oid - FIRST_USER;
    boolean isOne = offset >= 0 && offset % BLOCK == 0 && offset / BLOCK <= Integer.MAX_VALUE;
    return isOne ? (int) (offset / BLOCK) : -1;
  }

  /** Returns the catalog id of an object that has or owns an OID; -1 for OIDs of the system. */
  public static int blockOf(long oid) {
    long offset = oid - FIRST_USER;
    return offset < 0 || offset / BLOCK > Integer.MAX_VALUE ? -1 : (int) (offset / BLOCK);
  }

  /** Returns the OID of a schema; {@code public}, which each database has, has PostgreSQL's OID. */
  public static long schema(SchemaEntry schema) {
    return schema.name().equals(BuiltIns.PUBLIC) ? PUBLIC : of(schema.id());
  }

  /** Returns the OID of a role; the superuser {@code postgres} has PostgreSQL's OID. */
  public static long role(RoleEntry role) {
    Long predefined = PREDEFINED_ROLES.get(role.id());
    if (predefined != null) {
      return predefined;
    }
    return role.id() == POSTGRES_ROLE_ID
        ? OWNER
        : role.id() == COLONNADE_ROLE_ID ? POSTGRES_ROLE_ID : of(role.id());
  }

  /** Returns the OID of a database; {@code postgres} has PostgreSQL's OID. */
  public static long database(DatabaseEntry database) {
    return database.id() == BuiltIns.POSTGRES.id()
        ? DATABASE_POSTGRES
        : database.id() == BuiltIns.COLONNADE.id() ? DATABASE_COLONNADE : of(database.id());
  }

  public static long index(int tableId, int indexId) {
    return of(tableId) + INDEXES + indexId % PART;
  }

  /** Returns the OID of a constraint that an index enforces. */
  public static long uniqueConstraint(int tableId, int indexId) {
    return of(tableId) + UNIQUE_CONSTRAINTS + indexId % PART;
  }

  /**
   * Returns the OID of a constraint without an id, from a hash of its name; {@code turn} resolves
   * collisions.
   */
  public static long namedConstraint(int tableId, String name, int turn) {
    return of(tableId) + NAMED_CONSTRAINTS + Math.floorMod(name.hashCode() + turn, PART);
  }

  /**
   * Returns the OID of a column default or of an enum label; those have OID spaces of their own.
   */
  public static long part(int id, int number) {
    return of(id) + number;
  }
}
