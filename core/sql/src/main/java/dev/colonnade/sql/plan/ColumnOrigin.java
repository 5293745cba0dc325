package dev.colonnade.sql.plan;

/**
 * Origin of a column of a result.
 *
 * @param relationOid the OID of a table or view; 0 if the column does not come directly from one
 * @param columnNumber its {@code pg_attribute.attnum}; 0 if it comes from none
 */
public record ColumnOrigin(long relationOid, int columnNumber) {
  /** Origin of computed columns. */
  public static final ColumnOrigin NONE = new ColumnOrigin(0, 0);
}
