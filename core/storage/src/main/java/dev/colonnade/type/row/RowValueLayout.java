package dev.colonnade.type.row;

/**
 * Byte layout of a stored value, that is, of one family of one row. All integers are little-endian.
 *
 * <pre>
 *   0           8       10    11     12
 *   +-----------+-------+-----+------+-----------+-------+-----------+----------------+
 *   | commit    |schema |flags|format|null bitmap| fixed |end offsets| variable bytes |
 *   | timestamp |version|     | = 1  |           | slots |           |                |
 *   | i64       | u16   | u8  | u8   |(n+7)/8 B  |       |m * 2 or 4 |                |
 *   +-----------+-------+-----+------+-----------+-------+-----------+----------------+
 *   flags   bit 0  tombstone: the row was deleted; the value ends after the header
 *           bit 1  wide: end offsets have four bytes instead of two
 * </pre>
 *
 * <p>n is the number of columns of the family, m how many of them are of variable width. Bit i of
 * the bitmap, from the low bit of its first byte, is set where column i is NULL; unused bits are
 * zero. Slots follow in the order of the columns, without padding; that of a NULL is zero. An end
 * offset counts from the start of the variable bytes: column k extends from the end of column k-1
 * to its own end, and the end of the last column is the end of the value.
 */
public final class RowValueLayout {
  public static final int TIMESTAMP_OFFSET = 0;
  public static final int SCHEMA_VERSION_OFFSET = 8;
  public static final int FLAGS_OFFSET = 10;
  public static final int FORMAT_OFFSET = 11;
  public static final int HEADER_BYTES = 12;
  public static final int NULL_BITMAP_OFFSET = HEADER_BYTES;

  public static final int FLAG_TOMBSTONE = 1;
  public static final int FLAG_WIDE = 1 << 1;
  public static final int FORMAT = 1;

  public static final int NARROW_OFFSET_BYTES = 2;
  public static final int WIDE_OFFSET_BYTES = 4;

  /** The most variable bytes that narrow offsets can address. */
  public static final int NARROW_VARIABLE_BYTES_MAX = 0xFFFF;

  /** Default limit of the size of a row, the values of all families together. */
  public static final int ROW_BYTES_MAX_DEFAULT = 64 * 1024 * 1024;

  private RowValueLayout() {}
}
