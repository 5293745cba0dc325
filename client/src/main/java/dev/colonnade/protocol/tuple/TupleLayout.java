package dev.colonnade.protocol.tuple;

/**
 * Layout of a tuple; a tuple block is a sequence of tuples. All integers are little-endian.
 *
 * <pre>
 *   +--------------------+-----------+-----------+-----
 *   | null bitmap        | value     | value     | ...   values that are not NULL, in column order
 *   | ceil(n / 8) bytes  |           |           |
 *   +--------------------+-----------+-----------+-----
 *
 *   null bitmap        column i is NULL if bit (i mod 8) of byte (i / 8) is set; unused bits are 0
 *   BOOLEAN            1 byte, 0 or 1
 *   SMALLINT           2 bytes
 *   INTEGER, DATE      4 bytes; days since 1970-01-01
 *   BIGINT             8 bytes
 *   TIME, TIMESTAMP*   8 bytes; microseconds since midnight, since 1970-01-01 00:00
 *   REAL, DOUBLE       4, 8 bytes IEEE 754
 *   NUMERIC            value times 10^scale: 8 bytes up to 18 digits, else 16 bytes two's complement
 *   UUID               16 bytes, most significant first
 *   ENUM               2 bytes: the position of the label in the list of the type
 *   TEXT, VARCHAR,     length in bytes as varint (seven bits to a byte, lowest first, the top bit
 *   CHAR, BYTEA        set in all but the last), then UTF-8 or the bytes
 * </pre>
 */
public final class TupleLayout {
  static final int UUID_BYTES = 16;
  static final int WIDE_NUMERIC_BYTES = 16;

  /** Maximum bytes of an encoded length. */
  static final int LENGTH_BYTES_MAX = 5;

  private TupleLayout() {}

  /** Returns the bytes of the null bitmap of {@code columnCount} columns. */
  public static int nullBitmapBytes(int columnCount) {
    return (columnCount + 7) >>> 3;
  }
}
