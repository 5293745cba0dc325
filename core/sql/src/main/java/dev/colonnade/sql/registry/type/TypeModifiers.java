package dev.colonnade.sql.registry.type;

/** Type modifiers in PostgreSQL's encoding, and their text. */
public final class TypeModifiers {
  /** Absence of a modifier. */
  public static final int NONE = Type.NO_MODIFIER;

  /** Precision of an interval without a declared one. */
  public static final int FULL_PRECISION = 0xFFFF;

  /** Fields of an interval without declared ones. */
  public static final int ALL_FIELDS = 0x7FFF;

  /** Addition to lengths and to precisions of numbers. */
  private static final int HEADER = 4;

  private static final int SCALE_MASK = 0x7FF;
  private static final int SCALE_SIGN = 1024;
  private static final int LOW_HALF = 0xFFFF;
  private static final int YEAR = 1 << 2;
  private static final int MONTH = 1 << 1;
  private static final int DAY = 1 << 3;
  private static final int HOUR = 1 << 10;
  private static final int MINUTE = 1 << 11;
  private static final int SECOND = 1 << 12;

  private TypeModifiers() {}

  /** Returns the modifier of {@code varchar(length)} or {@code char(length)}. */
  public static int ofLength(int length) {
    return length + HEADER;
  }

  /** Returns the length that {@link #ofLength} encodes. */
  public static int length(int modifier) {
    return modifier - HEADER;
  }

  /** Returns the modifier of {@code numeric(precision, scale)}; the scale may be negative. */
  public static int ofNumeric(int precision, int scale) {
    return (precision << 16 | (scale & SCALE_MASK)) + HEADER;
  }

  /** Returns the precision that {@link #ofNumeric} encodes. */
  public static int precision(int modifier) {
    return (modifier - HEADER) >> 16 & LOW_HALF;
  }

  /** Returns the scale that {@link #ofNumeric} encodes. */
  public static int scale(int modifier) {
    return (((modifier - HEADER) & SCALE_MASK) ^ SCALE_SIGN) - SCALE_SIGN;
  }

  /**
   * Returns the modifier of an interval.
   *
   * @param fields or {@link #ALL_FIELDS}
   * @param precision or {@link #FULL_PRECISION}
   */
  public static int ofInterval(int fields, int precision) {
    return fields << 16 | precision;
  }

  /** Returns the fields of interval qualifiers, as "day to second"; -1 if there are no such. */
  public static int intervalFields(String qualifiers) {
    return switch (qualifiers) {
      case "" -> ALL_FIELDS;
      case "year" -> YEAR;
      case "month" -> MONTH;
      case "day" -> DAY;
      case "hour" -> HOUR;
      case "minute" -> MINUTE;
      case "second" -> SECOND;
      case "year to month" -> YEAR | MONTH;
      case "day to hour" -> DAY | HOUR;
      case "day to minute" -> DAY | HOUR | MINUTE;
      case "day to second" -> DAY | HOUR | MINUTE | SECOND;
      case "hour to minute" -> HOUR | MINUTE;
      case "hour to second" -> HOUR | MINUTE | SECOND;
      case "minute to second" -> MINUTE | SECOND;
      default -> NONE;
    };
  }

  private static String intervalQualifiers(int fields) {
    for (String qualifiers :
        new String[] {
          "year",
          "month",
          "day",
          "hour",
          "minute",
          "second",
          "year to month",
          "day to hour",
          "day to minute",
          "day to second",
          "hour to minute",
          "hour to second",
          "minute to second"
        }) {
      if (intervalFields(qualifiers) == fields) {
        return " " + qualifiers;
      }
    }
    return "";
  }

  /** Returns the name of a type with a modifier, as {@code format_type} does. */
  static String format(Type type, int modifier) {
    if (modifier < 0) {
      return type.sqlName();
    }
    if (type.isArray() && type.sqlName().endsWith("[]")) {
      String element = type.sqlName().substring(0, type.sqlName().length() - 2);
      return format(element, type.elementOid(), modifier) + "[]";
    }
    return format(type.sqlName(), type.oid(), modifier);
  }

  private static String format(String name, int oid, int modifier) {
    return switch (oid) {
      case TypeOids.BPCHAR, TypeOids.VARCHAR -> name + "(" + length(modifier) + ")";
      case TypeOids.BIT, TypeOids.VARBIT -> name + "(" + modifier + ")";
      case TypeOids.NUMERIC -> name + "(" + precision(modifier) + "," + scale(modifier) + ")";
      case TypeOids.TIME, TypeOids.TIMETZ, TypeOids.TIMESTAMP, TypeOids.TIMESTAMPTZ ->
          name.replaceFirst(" ", "(" + modifier + ") ");
      case TypeOids.INTERVAL -> name + interval(modifier);
      default -> name;
    };
  }

  /** Returns the fields and the precision of an interval, as they follow the name of the type. */
  public static String interval(int modifier) {
    int precision = modifier & LOW_HALF;
    String digits = precision == FULL_PRECISION ? "" : "(" + precision + ")";
    return intervalQualifiers(modifier >> 16 & ALL_FIELDS) + digits;
  }
}
