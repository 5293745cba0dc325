package dev.colonnade.protocol.row;

/**
 * Layout of a stored key, an order-preserving encoding of the key columns. Integers are big-endian.
 *
 * <pre>
 *   0        4        6                                            n          n+1
 *   +--------+--------+------------+------------+-- ... --+------------+------+
 *   |table id|index id| key column | key column |         | key column |family|
 *   | u32    | u16    |            |            |         |            | u8   |
 *   +--------+--------+------------+------------+-- ... --+------------+------+
 *
 *   nullable key column      marker 00: NULL, no bytes follow; marker 01: the value follows
 *   BOOLEAN                  1 byte, 0 or 1
 *   integers, dates, times,  two's complement with the sign bit inverted
 *   NUMERIC, ENUM (rank)
 *   REAL, DOUBLE             IEEE 754: all bits inverted if negative, else the sign bit
 *   UUID                     16 bytes
 *   texts, BYTEA             every 00 becomes 00 FF, then 00 01 ends it
 *   descending column        all of the above, marker and end included, with every bit inverted
 * </pre>
 *
 * <p>The family byte is present only if the table has several families.
 */
public final class StoredKeyLayout {
  public static final int TABLE_ID_OFFSET = 0;
  public static final int INDEX_ID_OFFSET = 4;
  public static final int COLUMNS_OFFSET = 6;
  public static final int FAMILY_BYTES = 1;

  public static final int MARKER_NULL = 0x00;
  public static final int MARKER_PRESENT = 0x01;

  public static final int ESCAPE = 0x00;
  public static final int ESCAPED_ZERO = 0xFF;
  public static final int END = 0x01;

  private StoredKeyLayout() {}
}
