package dev.colonnade.key;

/**
 * Byte layout of a stored key. Integers are big-endian.
 *
 * <pre>
 *   0        4        6                                            n          n+1
 *   +--------+--------+------------+------------+-- ... --+------------+------+
 *   |table id|index id| key column | key column |         | key column |family|
 *   | u32    | u16    |            |            |         |            | u8   |
 *   +--------+--------+------------+------------+-- ... --+------------+------+
 *   |&lt;------------------------- row key -----------------------------&gt;|
 *
 *   nullable key column      +----+-- ... --+      marker 00: NULL, no bytes follow
 *                            |mark| encoded |      marker 01: the value follows
 *                            +----+-- ... --+
 *   variable-width column    every 00 becomes 00 FF, then 00 01 terminates it
 *   descending column        as above, with every bit inverted, marker and terminator included
 * </pre>
 *
 * <p>The family byte is present only if the table has several column families. The encoding
 * preserves order: the order of the bytes is the order of the values. NULL sorts first in an
 * ascending column and last in a descending one.
 */
public final class KeyLayout {
  public static final int TABLE_ID_OFFSET = 0;
  public static final int INDEX_ID_OFFSET = 4;
  public static final int COLUMNS_OFFSET = 6;
  public static final int FAMILY_BYTES = 1;

  /** The index id of the rows themselves. */
  public static final int PRIMARY_INDEX_ID = 0;

  public static final int INDEX_ID_MAX = 0xFFFF;
  public static final long TABLE_ID_MAX = 0xFFFF_FFFFL;

  /**
   * Family ids are 0 to 254: a family byte of 255 would leave a row without a simple upper bound.
   */
  public static final int FAMILY_ID_MAX = 254;

  /**
   * The longest key that is written, without the family byte. A longer one is rejected with
   * ROW_TOO_LARGE. The limit of the store is 16 KiB; 16 bytes are reserved for the family byte and
   * for the timestamp in the history.
   */
  public static final int KEY_BYTES_MAX = 16 * 1024 - 16;

  public static final int MARKER_NULL = 0x00;
  public static final int MARKER_PRESENT = 0x01;

  /** The byte that is escaped in a variable-width column, and that starts the terminator. */
  public static final int ESCAPE = 0x00;

  public static final int ESCAPED_ZERO = 0xFF;
  public static final int END = 0x01;

  /** Bytes of the terminator. */
  public static final int END_BYTES = 2;

  private KeyLayout() {}
}
