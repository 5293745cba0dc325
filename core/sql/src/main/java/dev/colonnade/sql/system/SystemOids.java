package dev.colonnade.sql.system;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;

/**
 * OIDs of what users create, made of the ids that the catalogue gives and never uses again. Each id
 * has a block of OIDs: the thing itself and what comes with it. Those of the system are
 * PostgreSQL's own.
 */
public final class SystemOids {
  static final long PG_CATALOG = 11;
  static final long INFORMATION_SCHEMA = 13207;
  static final long PUBLIC = 2200;

  /** The superuser, who owns everything. */
  static final long OWNER = 10;

  /** Whom the schema {@code public} belongs to. */
  static final long DATABASE_OWNER = 6171;

  static final long TABLESPACE_DEFAULT = 1663;
  static final long PG_CLASS = 1259;
  static final long PG_TYPE = 1247;
  static final long PG_AUTHID = 1260;
  static final long PG_DATABASE = 1262;
  static final long PG_ATTRDEF = 2604;
  static final long PG_NAMESPACE = 2615;
  static final long PG_REWRITE = 2618;
  static final long HEAP = 2;
  static final long BTREE = 403;

  /** The first OID that PostgreSQL gives to what users create. */
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

  /** A table, index, sequence, view or enum. */
  public static long of(int id) {
    return FIRST_USER + (long) id * BLOCK;
  }

  /** The type of the rows of a table. */
  static long rowType(int id) {
    return of(id) + ROW_TYPE;
  }

  /**
   * The type of arrays of an enum or of the rows of a table: before it, as in PostgreSQL. The last
   * OIDs of a block are not used otherwise.
   */
  static long arrayType(int id) {
    return of(id) + ARRAY_TYPE;
  }

  /** The rule that a view is to PostgreSQL. */
  static long rule(int viewId) {
    return of(viewId) + RULE;
  }

  /** The index that a primary key is, which has no id of its own: it is the table's rows. */
  static long keyIndex(int tableId) {
    return of(tableId) + KEY_INDEX;
  }

  static long keyConstraint(int tableId) {
    return of(tableId) + KEY_CONSTRAINT;
  }

  /** The id that an OID was made of, if it is the OID of the thing itself; -1 if it is not. */
  public static int idOf(long oid) {
    long offset = oid - FIRST_USER;
    boolean isOne = offset >= 0 && offset % BLOCK == 0 && offset / BLOCK <= Integer.MAX_VALUE;
    return isOne ? (int) (offset / BLOCK) : -1;
  }

  /** The schema {@code public}, of which each database has one, has PostgreSQL's OID. */
  static long schema(SchemaEntry schema) {
    return schema.name().equals(BuiltIns.PUBLIC) ? PUBLIC : of(schema.id());
  }

  /** PostgreSQL's superuser has PostgreSQL's OID. */
  static long role(RoleEntry role) {
    return role.id() == POSTGRES_ROLE_ID
        ? OWNER
        : role.id() == COLONNADE_ROLE_ID ? POSTGRES_ROLE_ID : of(role.id());
  }

  /** The database {@code postgres} has PostgreSQL's OID. */
  static long database(DatabaseEntry database) {
    return database.id() == BuiltIns.POSTGRES.id()
        ? DATABASE_POSTGRES
        : database.id() == BuiltIns.COLONNADE.id() ? DATABASE_COLONNADE : of(database.id());
  }

  static long index(int tableId, int indexId) {
    return of(tableId) + INDEXES + indexId % PART;
  }

  /** A constraint that an index keeps. */
  static long uniqueConstraint(int tableId, int indexId) {
    return of(tableId) + UNIQUE_CONSTRAINTS + indexId % PART;
  }

  /** A constraint that is known by its name alone; {@code turn} tells equal hashes apart. */
  static long namedConstraint(int tableId, String name, int turn) {
    return of(tableId) + NAMED_CONSTRAINTS + Math.floorMod(name.hashCode() + turn, PART);
  }

  /** Defaults of columns, and labels of enums, have a space of OIDs of their own. */
  static long part(int id, int number) {
    return of(id) + number;
  }
}
