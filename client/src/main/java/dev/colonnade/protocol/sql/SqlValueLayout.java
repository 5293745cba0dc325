package dev.colonnade.protocol.sql;

/**
 * Layout of parameter values. Each value has a type tag, because a parameter accepts values of
 * several types. All integers are little-endian.
 *
 * <pre>
 *   +-----+-------------------+
 *   | tag | value             |
 *   | u8  | defined by tag   |
 *   +-----+-------------------+
 *
 *   NULL, FALSE, TRUE     nothing
 *   SHORT, INT, LONG      i16, i32, i64
 *   FLOAT, DOUBLE         4, 8 bytes
 *   DECIMAL               scale i32, varint length, unscaled value big-endian, two's complement
 *   TEXT                  varint length, UTF-8; parsed according to the parameter's type
 *   BYTES                 varint length, bytes
 *   DATE                  i32 days since 1970-01-01
 *   TIME                  i64 microseconds of the day
 *   TIMESTAMP             i64 microseconds since 1970-01-01 00:00 without a zone
 *   TIMESTAMPTZ           i64 microseconds since 1970-01-01 00:00 UTC
 *   UUID                  i64 most significant bits, i64 least significant bits
 * </pre>
 *
 * <p>The greatest and the least number of a DATE, TIMESTAMP and TIMESTAMPTZ are {@code infinity}
 * and {@code -infinity}. The NUMERICs that are no numbers are a DOUBLE.
 */
final class SqlValueLayout {
  static final int NULL = 0;
  static final int FALSE = 1;
  static final int TRUE = 2;
  static final int SHORT = 3;
  static final int INT = 4;
  static final int LONG = 5;
  static final int FLOAT = 6;
  static final int DOUBLE = 7;
  static final int DECIMAL = 8;
  static final int TEXT = 9;
  static final int BYTES = 10;
  static final int DATE = 11;
  static final int TIME = 12;
  static final int TIMESTAMP = 13;
  static final int TIMESTAMPTZ = 14;
  static final int UUID = 15;

  /** Maximum bytes of an unscaled value, about 40,000 digits. */
  static final int DECIMAL_BYTES_MAX = 16 * 1024;

  /** Maximum absolute value of a scale. */
  static final int DECIMAL_SCALE_MAX = 16_383;

  private SqlValueLayout() {}
}
