package dev.colonnade.sql.analyze.bind;

/**
 * Column of a table or view that a result column is.
 *
 * @param relationOid OID; 0 for none
 * @param columnNumber id of the column, or its position in a view; 0 for none
 * @param attributeNumber as {@code pg_attribute.attnum}; 0 for none
 */
public record Origin(int relationOid, int columnNumber, int attributeNumber) {
  /** Absence of an origin. */
  public static final Origin NONE = new Origin(0, 0);

  /** Creates the origin of a column whose number is its position. */
  public Origin(int relationOid, int columnNumber) {
    this(relationOid, columnNumber, columnNumber);
  }
}
