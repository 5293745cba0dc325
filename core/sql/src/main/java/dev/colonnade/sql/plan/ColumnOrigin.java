package dev.colonnade.sql.plan;

/**
 * Where a column of a result comes from.
 *
 * @param relationOid the OID of a table or view; 0 if it comes straight from none
 * @param columnNumber its {@code pg_attribute.attnum}; 0 if it comes from none
 */
public record ColumnOrigin(long relationOid, int columnNumber) {
  /** Of what is worked out. */
  public static final ColumnOrigin NONE = new ColumnOrigin(0, 0);
}
