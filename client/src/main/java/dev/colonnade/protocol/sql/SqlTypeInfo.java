package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.schema.WireType;

/**
 * Type of a result column or of a parameter.
 *
 * @param precision digits of a NUMERIC, characters of a VARCHAR or CHAR; {@link #NONE} if not
 *     limited
 * @param scale digits of a NUMERIC after the decimal point if it has a precision, from {@link
 *     #SCALE_MIN}; a negative one is the number of digits before it that are zero. {@link #NONE}
 *     for types without a scale
 * @param name name of a type of kind {@link SqlTypeKind#OTHER}; empty otherwise
 */
public record SqlTypeInfo(
    SqlTypeKind kind, boolean isArray, int precision, int scale, String name) {
  /** Precision or scale without a limit. */
  public static final int NONE = -1;

  /** Maximum number of digits with which a NUMERIC may be declared. */
  public static final int PRECISION_MAX = WireType.TEXT_LENGTH_MAX;

  /** Minimum scale with which a NUMERIC may be declared. */
  public static final int SCALE_MIN = -1_000;

  /** A type that the server infers. */
  public static final SqlTypeInfo UNKNOWN = of(SqlTypeKind.UNKNOWN);

  public SqlTypeInfo {
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    int scaleMin = kind == SqlTypeKind.NUMERIC && precision != NONE ? SCALE_MIN : NONE;
    if (precision < NONE
        || precision > PRECISION_MAX
        || scale < scaleMin
        || scale > PRECISION_MAX) {
      throw new IllegalArgumentException(
          "precision or scale is out of range: precision=" + precision + " scale=" + scale);
    }
    if ((kind == SqlTypeKind.OTHER) == name.isEmpty()) {
      throw new IllegalArgumentException(
          "only other types have names: kind=" + kind + " name=" + name);
    }
  }

  /** Returns a type without parameters. */
  public static SqlTypeInfo of(SqlTypeKind kind) {
    return new SqlTypeInfo(kind, false, NONE, NONE, "");
  }

  /** Returns a type that is identified by its name only; its values are sent as text. */
  public static SqlTypeInfo other(String name) {
    return new SqlTypeInfo(SqlTypeKind.OTHER, false, NONE, NONE, name);
  }

  /** Returns the element type, if this is an array type. */
  public SqlTypeInfo element() {
    return new SqlTypeInfo(kind, false, precision, scale, name);
  }

  /**
   * Returns the column type in which a batch transports the values. Types that have no Arrow column
   * (numbers of unlimited precision, of more than 38 digits, with a negative scale or with one
   * greater than the precision, intervals, arrays and other types) are transported as text in
   * PostgreSQL's format.
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

  /** Returns the type in PostgreSQL's spelling. */
  @Override
  public String toString() {
    String base = kind == SqlTypeKind.OTHER ? name : kind.sqlName();
    String limited = base;
    if (precision != NONE) {
      limited =
          kind == SqlTypeKind.NUMERIC
              ? base + "(" + precision + "," + scale + ")"
              : base + "(" + precision + ")";
    }
    return isArray ? limited + "[]" : limited;
  }
}
