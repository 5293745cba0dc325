package dev.colonnade.jdbc.value;

import dev.colonnade.protocol.sql.SqlTypeInfo;
import dev.colonnade.protocol.sql.SqlTypeKind;
import java.sql.Types;
import java.util.Locale;

/**
 * Mapping of SQL types to {@link Types}, to PostgreSQL's type names, and to precision and scale.
 */
public final class JdbcTypes {
  private JdbcTypes() {}

  /** Returns the constant of {@link Types}. */
  public static int of(SqlTypeInfo type) {
    if (type.isArray()) {
      return Types.ARRAY;
    }
    return switch (type.kind()) {
      case BOOLEAN -> Types.BIT;
      case SMALLINT -> Types.SMALLINT;
      case INTEGER -> Types.INTEGER;
      case BIGINT -> Types.BIGINT;
      case REAL -> Types.REAL;
      case DOUBLE -> Types.DOUBLE;
      case NUMERIC -> Types.NUMERIC;
      case TEXT, VARCHAR, UNKNOWN -> Types.VARCHAR;
      case CHAR -> Types.CHAR;
      case BYTEA -> Types.BINARY;
      case DATE -> Types.DATE;
      case TIME -> Types.TIME;
      case TIMESTAMP -> Types.TIMESTAMP;
      case TIMESTAMPTZ -> Types.TIMESTAMP_WITH_TIMEZONE;
      case UUID, INTERVAL, OTHER -> Types.OTHER;
    };
  }

  /** Returns PostgreSQL's internal name of the type, such as {@code int4}. */
  public static String name(SqlTypeInfo type) {
    String name =
        switch (type.kind()) {
          case BOOLEAN -> "bool";
          case SMALLINT -> "int2";
          case INTEGER -> "int4";
          case BIGINT -> "int8";
          case REAL -> "float4";
          case DOUBLE -> "float8";
          case VARCHAR -> "varchar";
          case CHAR -> "bpchar";
          case TIME -> "time";
          case TIMESTAMP -> "timestamp";
          case TIMESTAMPTZ -> "timestamptz";
          case OTHER -> type.name();
          case NUMERIC, TEXT, BYTEA, DATE, UUID, INTERVAL, UNKNOWN -> type.kind().sqlName();
        };
    return type.isArray() ? "_" + name : name;
  }

  /**
   * Returns the type of one of PostgreSQL's names, internal or SQL standard; OTHER if it is
   * unknown.
   */
  public static SqlTypeInfo named(String name) {
    String lower = name.strip().toLowerCase(Locale.ROOT);
    for (SqlTypeKind kind : SqlTypeKind.values()) {
      if (kind != SqlTypeKind.OTHER && kind != SqlTypeKind.UNKNOWN) {
        SqlTypeInfo type = SqlTypeInfo.of(kind);
        if (lower.equals(kind.sqlName()) || lower.equals(name(type))) {
          return type;
        }
      }
    }
    return switch (lower) {
      case "int" -> SqlTypeInfo.of(SqlTypeKind.INTEGER);
      case "decimal" -> SqlTypeInfo.of(SqlTypeKind.NUMERIC);
      case "double", "float" -> SqlTypeInfo.of(SqlTypeKind.DOUBLE);
      case "char" -> SqlTypeInfo.of(SqlTypeKind.CHAR);
      case "" -> SqlTypeInfo.UNKNOWN;
      default -> SqlTypeInfo.other(lower);
    };
  }

  /**
   * Returns the largest number of digits, or characters, of a value; 0 for NUMERIC without a limit.
   */
  public static int precision(SqlTypeInfo type) {
    if (type.precision() != SqlTypeInfo.NONE) {
      return type.precision();
    }
    return switch (type.kind()) {
      case BOOLEAN -> 1;
      case SMALLINT -> 5;
      case INTEGER, DATE -> 10;
      case BIGINT -> 19;
      case REAL -> 8;
      case DOUBLE -> 17;
      case TIME -> 15;
      case TIMESTAMP -> 29;
      case TIMESTAMPTZ -> 35;
      case UUID -> 36;
      case INTERVAL -> 49;
      case NUMERIC -> 0;
      case TEXT, VARCHAR, CHAR, BYTEA, UNKNOWN, OTHER -> Integer.MAX_VALUE;
    };
  }

  public static int scale(SqlTypeInfo type) {
    return switch (type.kind()) {
      case NUMERIC -> type.precision() == SqlTypeInfo.NONE ? 0 : type.scale();
      case REAL -> 8;
      case DOUBLE -> 17;
      case TIME, TIMESTAMP, TIMESTAMPTZ, INTERVAL -> 6;
      default -> 0;
    };
  }

  /** Returns the largest number of characters of a value's text. */
  public static int displaySize(SqlTypeInfo type) {
    return switch (type.kind()) {
      case SMALLINT -> 6;
      case INTEGER -> 11;
      case BIGINT -> 20;
      case REAL -> 15;
      case DOUBLE -> 25;
      case NUMERIC -> numericDisplaySize(type.precision(), type.scale());
      default -> precision(type);
    };
  }

  /** Counts a sign, and with a scale the point and the digits after it that are always there. */
  private static int numericDisplaySize(int precision, int scale) {
    if (precision == SqlTypeInfo.NONE) {
      return 131_089;
    }
    return scale > 0 ? Math.max(precision, scale) + 2 : precision - scale + 1;
  }

  public static boolean isSigned(SqlTypeInfo type) {
    return switch (type.kind()) {
      case SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, NUMERIC -> !type.isArray();
      default -> false;
    };
  }

  public static boolean isCaseSensitive(SqlTypeInfo type) {
    return switch (type.kind()) {
      case TEXT, VARCHAR, CHAR, UNKNOWN, OTHER -> true;
      default -> type.isArray();
    };
  }
}
