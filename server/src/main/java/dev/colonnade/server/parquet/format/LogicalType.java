package dev.colonnade.server.parquet.format;

/**
 * Logical type of a column: how its stored values are interpreted.
 *
 * @param precision digits of a decimal, or bits of an integer
 * @param scale digits of a decimal after the point
 * @param unitsPerSecond resolution of times and timestamps
 * @param isAdjusted whether times are in UTC; of an integer, whether it is signed
 */
public record LogicalType(
    Kind kind, int precision, int scale, long unitsPerSecond, boolean isAdjusted) {
  public static final long MILLIS = 1_000;
  public static final long MICROS = 1_000_000;
  public static final long NANOS = 1_000_000_000;

  /** Kinds of logical types. */
  public enum Kind {
    /** Stored values without an interpretation. */
    NONE,
    STRING,
    JSON,
    LIST,
    DECIMAL,
    DATE,
    TIME,
    TIMESTAMP,
    INTEGER,
    UUID,
    FLOAT16,
    /** Values of a column that are all NULL. */
    UNKNOWN,
    /** Any other kind, which is not read. */
    OTHER
  }

  /** Stored values without an interpretation. */
  public static final LogicalType NONE = of(Kind.NONE);

  /** Returns a type without parameters. */
  public static LogicalType of(Kind kind) {
    return new LogicalType(kind, 0, 0, 0, false);
  }

  public static LogicalType decimal(int precision, int scale) {
    return new LogicalType(Kind.DECIMAL, precision, scale, 0, false);
  }

  public static LogicalType integer(int bits, boolean isSigned) {
    return new LogicalType(Kind.INTEGER, bits, 0, 0, isSigned);
  }

  public static LogicalType time(long unitsPerSecond, boolean isAdjusted) {
    return new LogicalType(Kind.TIME, 0, 0, unitsPerSecond, isAdjusted);
  }

  public static LogicalType timestamp(long unitsPerSecond, boolean isAdjusted) {
    return new LogicalType(Kind.TIMESTAMP, 0, 0, unitsPerSecond, isAdjusted);
  }
}
