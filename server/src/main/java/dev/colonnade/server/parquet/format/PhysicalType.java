package dev.colonnade.server.parquet.format;

/** Types in which Parquet stores values. */
public enum PhysicalType {
  BOOLEAN(0, 0),
  INT32(1, 4),
  INT64(2, 8),
  INT96(3, 12),
  FLOAT(4, 4),
  DOUBLE(5, 8),
  BYTE_ARRAY(6, 0),
  FIXED_BYTES(7, 0);

  private final int number;
  private final int widthBytes;

  PhysicalType(int number, int widthBytes) {
    this.number = number;
    this.widthBytes = widthBytes;
  }

  /** Returns the number of the type in files. */
  public int number() {
    return number;
  }

  /** Returns the bytes of a value; 0 if they are not fixed by the type, or less than one. */
  public int widthBytes() {
    return widthBytes;
  }

  /** Returns the type with a number. */
  public static PhysicalType of(int number) {
    for (PhysicalType type : values()) {
      if (type.number == number) {
        return type;
      }
    }
    throw ParquetErrors.malformed("unknown physical type: " + number);
  }
}
