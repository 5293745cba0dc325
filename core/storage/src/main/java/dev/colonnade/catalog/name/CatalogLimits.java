package dev.colonnade.catalog.name;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;

/** Limits of the catalog: maximum counts of objects, and the size of one record. */
public final class CatalogLimits {
  /** Maximum count of tables, views and sequences: a snapshot contains all of them. */
  public static final int TABLES_MAX = 50_000;

  /** Maximum count of databases. */
  public static final int DATABASES_MAX = 1000;

  /** Maximum count of schemas. */
  public static final int SCHEMAS_MAX = 10_000;

  /** Maximum count of roles. */
  public static final int ROLES_MAX = 10_000;

  /** Maximum count of enum types. */
  public static final int TYPES_MAX = 10_000;

  /** Maximum size of the catalog record of one table, view or sequence, in bytes. */
  public static final int RECORD_BYTES_MAX = 8 * 1024 * 1024;

  private CatalogLimits() {}

  /** Throws LIMIT_EXCEEDED if there are as many objects of a kind as there may be. */
  public static void requireBelow(String what, int count, int countMax) {
    if (count >= countMax) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED, "too many " + what + ": count=" + count + " max=" + countMax);
    }
  }
}
