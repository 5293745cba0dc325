package dev.colonnade.sql.function.operator;

import org.jspecify.annotations.Nullable;

/**
 * PostgreSQL's helper functions of {@code information_schema}: length and precision from a type's
 * OID and modifier; null if the type has none.
 */
public final class InformationSchemaFunctions {
  private static final int NAME_BYTES_MAX = 63;
  private static final int NO_MODIFIER = -1;
  private static final int HEADER = 4;
  private static final int UTF8_BYTES_MAX = 4;
  private static final int TEXT_BYTES_MAX = 1 << 30;
  private static final int FRACTION_DIGITS_MAX = 6;
  private static final int INTERVAL_FRACTION_MASK = 0xFFFF;

  private static final int INT8 = 20;
  private static final int INT2 = 21;
  private static final int INT4 = 23;
  private static final int TEXT = 25;
  private static final int FLOAT4 = 700;
  private static final int FLOAT8 = 701;
  private static final int BPCHAR = 1042;
  private static final int VARCHAR = 1043;
  private static final int DATE = 1082;
  private static final int TIME = 1083;
  private static final int TIMESTAMP = 1114;
  private static final int TIMESTAMPTZ = 1184;
  private static final int INTERVAL = 1186;
  private static final int NUMERIC = 1700;

  private InformationSchemaFunctions() {}

  public static @Nullable Integer charMaxLength(long type, int modifier) {
    boolean isLimited = (type == BPCHAR || type == VARCHAR) && modifier != NO_MODIFIER;
    return isLimited ? Integer.valueOf(modifier - HEADER) : null;
  }

  public static @Nullable Integer charOctetLength(long type, int modifier) {
    if (type != TEXT && type != BPCHAR && type != VARCHAR) {
      return null;
    }
    Integer length = charMaxLength(type, modifier);
    return length == null ? TEXT_BYTES_MAX : length * UTF8_BYTES_MAX;
  }

  public static @Nullable Integer numericPrecision(long type, int modifier) {
    return switch ((int) type) {
      case INT2 -> 16;
      case INT4 -> 32;
      case INT8 -> 64;
      case FLOAT4 -> 24;
      case FLOAT8 -> 53;
      case NUMERIC -> modifier == NO_MODIFIER ? null : ((modifier - HEADER) >> 16) & 0xFFFF;
      default -> null;
    };
  }

  public static @Nullable Integer numericPrecisionRadix(long type, int modifier) {
    return switch ((int) type) {
      case INT2, INT4, INT8, FLOAT4, FLOAT8 -> 2;
      case NUMERIC -> 10;
      default -> null;
    };
  }

  public static @Nullable Integer numericScale(long type, int modifier) {
    return switch ((int) type) {
      case INT2, INT4, INT8 -> 0;
      case NUMERIC -> modifier == NO_MODIFIER ? null : (modifier - HEADER) & 0x7FF;
      default -> null;
    };
  }

  public static @Nullable Integer datetimePrecision(long type, int modifier) {
    return switch ((int) type) {
      case DATE -> 0;
      case TIME, TIMESTAMP, TIMESTAMPTZ -> modifier < 0 ? FRACTION_DIGITS_MAX : modifier;
      case INTERVAL ->
          modifier < 0 || (modifier & INTERVAL_FRACTION_MASK) == INTERVAL_FRACTION_MASK
              ? FRACTION_DIGITS_MAX
              : modifier & INTERVAL_FRACTION_MASK;
      default -> null;
    };
  }

  /** Returns the specific name, which is unique among overloads. */
  public static String nameConcatOid(String name, long oid) {
    String suffix = "_" + oid;
    int length = Math.min(name.length(), NAME_BYTES_MAX - suffix.length());
    return name.substring(0, length) + suffix;
  }
}
