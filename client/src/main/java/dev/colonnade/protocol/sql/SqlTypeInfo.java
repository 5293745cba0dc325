package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.schema.WireType;

/**
 * The type of a column of a result, or of a parameter.
 *
 * @param precision digits of a NUMERIC, characters of a VARCHAR or CHAR; {@link #NONE} if not
 *     limited
 * @param scale digits of a NUMERIC after the point; {@link #NONE} if not limited
 * @param name of a type of kind {@link SqlKind#OTHER}; empty otherwise
 */
public record SqlTypeInfo(SqlKind kind, boolean isArray, int precision, int scale, String name) {
  /** Not limited. */
  public static final int NONE = -1;

  /** The most digits that a NUMERIC may be declared with. */
  public static final int PRECISION_MAX = WireType.TEXT_LENGTH_MAX;

  /** A type that the server is to find. */
  public static final SqlTypeInfo UNKNOWN = of(SqlKind.UNKNOWN);

  public SqlTypeInfo {
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    if (precision < NONE || precision > PRECISION_MAX || scale < NONE || scale > PRECISION_MAX) {
      throw new IllegalArgumentException(
          "precision or scale is out of range: precision=" + precision + " scale=" + scale);
    }
    if ((kind == SqlKind.OTHER) == name.isEmpty()) {
      throw new IllegalArgumentException(
          "only other types have names: kind=" + kind + " name=" + name);
    }
  }

  /** A type without parameters. */
  public static SqlTypeInfo of(SqlKind kind) {
    return new SqlTypeInfo(kind, false, NONE, NONE, "");
  }

  /** A type that is known by its name only; its values travel as text. */
  public static SqlTypeInfo other(String name) {
    return new SqlTypeInfo(SqlKind.OTHER, false, NONE, NONE, name);
  }

  /** The type of this one's elements, if it is an array. */
  public SqlTypeInfo element() {
    return new SqlTypeInfo(kind, false, precision, scale, name);
  }

  /**
   * The form in which values travel in a batch: what Arrow has no column for, numbers without a
   * limit of digits, intervals, arrays and others, is text as PostgreSQL writes it.
   */
  public WireType carrier() {
    if (isArray) {
      return WireType.TEXT;
    }
    return switch (kind) {
      case BOOLEAN -> WireType.BOOLEAN;
      case SMALLINT -> WireType.SMALLINT;
      case INTEGER -> WireType.INTEGER;
      case BIGINT -> WireType.BIGINT;
      case REAL -> WireType.REAL;
      case DOUBLE -> WireType.DOUBLE;
      case NUMERIC -> numericCarrier();
      case BYTEA -> WireType.BYTEA;
      case DATE -> WireType.DATE;
      case TIME -> WireType.TIME;
      case TIMESTAMP -> WireType.TIMESTAMP;
      case TIMESTAMPTZ -> WireType.TIMESTAMPTZ;
      case UUID -> WireType.UUID;
      case TEXT, VARCHAR, CHAR, INTERVAL, UNKNOWN, OTHER -> WireType.TEXT;
    };
  }

  private WireType numericCarrier() {
    boolean fits =
        precision >= 1
            && precision <= WireType.NUMERIC_PRECISION_MAX
            && scale >= 0
            && scale <= precision;
    return fits ? WireType.numeric(precision, scale) : WireType.TEXT;
  }

  /** The type as PostgreSQL writes it. */
  @Override
  public String toString() {
    String base = kind == SqlKind.OTHER ? name : kind.sqlName();
    String limited = base;
    if (precision != NONE) {
      limited =
          kind == SqlKind.NUMERIC
              ? base + "(" + precision + "," + Math.max(scale, 0) + ")"
              : base + "(" + precision + ")";
    }
    return isArray ? limited + "[]" : limited;
  }
}
