package dev.colonnade.sql.analyze.bind;

/**
 * Column of a table or view that a result column is.
 *
 * @param relationOid OID; 0 for none
 * @param columnNumber as {@code pg_attribute.attnum}; 0 for none
 */
public record Origin(int relationOid, int columnNumber) {
  /** Absence of an origin. */
  public static final Origin NONE = new Origin(0, 0);
}
