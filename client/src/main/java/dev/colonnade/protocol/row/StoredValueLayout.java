package dev.colonnade.protocol.row;

import dev.colonnade.protocol.schema.WireType;

/**
 * Layout of a stored value, which is one family of one row. All integers are little-endian.
 *
 * <pre>
 *   0           8       10    11     12
 *   +-----------+-------+-----+------+-----------+-------+-----------+----------------+
 *   | commit    |schema |flags|format|null bitmap| fixed |end offsets| variable bytes |
 *   | timestamp |version|     | = 1  |           | slots |           |                |
 *   | i64       | u16   | u8  | u8   |(n+7)/8 B  |       |m * 2 or 4 |                |
 *   +-----------+-------+-----+------+-----------+-------+-----------+----------------+
 *
 *   flags   bit 0  tombstone: the row was deleted; only the header is present
 *           bit 1  wide: end offsets have four bytes instead of two
 * </pre>
 *
 * <p>n is the number of columns of the family, m how many of them are of variable width. Bit i of
 * the bitmap, from the low bit of its first byte, is set where column i is NULL. Slots follow in
 * the order of the columns, without padding; that of a NULL is zero. An end offset counts from the
 * start of the variable bytes: column k reaches from the end of column k-1 to its own.
 */
public final class StoredValueLayout {
  public static final int TIMESTAMP_OFFSET = 0;
  public static final int SCHEMA_VERSION_OFFSET = 8;
  public static final int FLAGS_OFFSET = 10;
  public static final int FORMAT_OFFSET = 11;
  public static final int NULL_BITMAP_OFFSET = 12;
  public static final int HEADER_BYTES = 12;

  public static final int FLAG_TOMBSTONE = 0x01;
  public static final int FLAG_WIDE = 0x02;
  public static final int FORMAT = 1;

  public static final int NARROW_OFFSET_BYTES = 2;
  public static final int WIDE_OFFSET_BYTES = 4;

  private StoredValueLayout() {}

  /**
   * Returns the bytes of a value's slot, and of a key column without a marker; 0 for variable
   * width.
   */
  public static int slotBytes(WireType type) {
    return switch (type.kind()) {
      case BOOLEAN -> 1;
      case SMALLINT -> Short.BYTES;
      case INTEGER, DATE, ENUM, REAL -> Integer.BYTES;
      case BIGINT, TIME, TIMESTAMP, TIMESTAMPTZ, DOUBLE -> Long.BYTES;
      case NUMERIC -> type.isWideNumeric() ? 2 * Long.BYTES : Long.BYTES;
      case UUID -> 2 * Long.BYTES;
      case TEXT, VARCHAR, CHAR, BYTEA -> 0;
    };
  }
}
