package dev.colonnade.protocol.schema;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Column type with its parameters. Parameters that a kind does not have are 0 or empty.
 *
 * @param precision digits of a NUMERIC, 1 to {@link #NUMERIC_PRECISION_MAX}
 * @param scale digits after the decimal point of a NUMERIC, 0 to precision
 * @param length maximum number of characters of a VARCHAR or CHAR, at least 1
 * @param enumName name of an enum type
 * @param labels labels of an enum type, ranks strictly ascending
 */
public record WireType(
    WireKind kind,
    int precision,
    int scale,
    int length,
    String enumName,
    List<WireEnumLabel> labels) {

  public static final int NUMERIC_PRECISION_MAX = 38;

  /** Maximum number of digits that fit into a scaled long. */
  public static final int NUMERIC_LONG_PRECISION_MAX = 18;

  public static final int TEXT_LENGTH_MAX = 10_485_760;
  public static final int ENUM_LABELS_MAX = 65_535;

  public static final WireType BOOLEAN = simple(WireKind.BOOLEAN);
  public static final WireType SMALLINT = simple(WireKind.SMALLINT);
  public static final WireType INTEGER = simple(WireKind.INTEGER);
  public static final WireType BIGINT = simple(WireKind.BIGINT);
  public static final WireType REAL = simple(WireKind.REAL);
  public static final WireType DOUBLE = simple(WireKind.DOUBLE);
  public static final WireType TEXT = simple(WireKind.TEXT);
  public static final WireType BYTEA = simple(WireKind.BYTEA);
  public static final WireType DATE = simple(WireKind.DATE);
  public static final WireType TIME = simple(WireKind.TIME);
  public static final WireType TIMESTAMP = simple(WireKind.TIMESTAMP);
  public static final WireType TIMESTAMPTZ = simple(WireKind.TIMESTAMPTZ);
  public static final WireType UUID = simple(WireKind.UUID);

  public WireType {
    requireNonNull(kind, "kind is null");
    requireNonNull(enumName, "enumName is null");
    labels = List.copyOf(labels);
    requireNumericParameters(kind, precision, scale);
    requireLength(kind, length);
    requireLabels(kind, enumName, labels);
  }

  public static WireType numeric(int precision, int scale) {
    return new WireType(WireKind.NUMERIC, precision, scale, 0, "", List.of());
  }

  public static WireType varchar(int length) {
    return new WireType(WireKind.VARCHAR, 0, 0, length, "", List.of());
  }

  public static WireType character(int length) {
    return new WireType(WireKind.CHAR, 0, 0, length, "", List.of());
  }

  public static WireType enumeration(String name, List<WireEnumLabel> labels) {
    return new WireType(WireKind.ENUM, 0, 0, 0, name, labels);
  }

  /** Returns whether this is a NUMERIC too wide for a scaled long. */
  public boolean isWideNumeric() {
    return kind == WireKind.NUMERIC && precision > NUMERIC_LONG_PRECISION_MAX;
  }

  /** Returns the upper 64 bits of the unscaled value that stands for NaN in a NUMERIC. */
  public long nanHigh() {
    return isWideNumeric() ? Long.MAX_VALUE : 0;
  }

  /**
   * Returns the lower 64 bits of the unscaled value that stands for NaN in a NUMERIC: the greatest
   * integer of 64 bits, or of 128 bits for a wide one. Both have more digits than any number.
   */
  public long nanLow() {
    return isWideNumeric() ? -1 : Long.MAX_VALUE;
  }

  /** Returns whether the unscaled value of a NUMERIC stands for NaN. */
  public boolean isNaN(long high, long low) {
    return high == nanHigh() && low == nanLow();
  }

  /** Returns the bytes of a value in a tuple block; 0 stands for variable width. */
  public int tupleWidthBytes() {
    return isWideNumeric() ? 16 : kind.fixedWidthBytes();
  }

  @Override
  public String toString() {
    return switch (kind) {
      case NUMERIC -> "NUMERIC(" + precision + "," + scale + ")";
      case VARCHAR, CHAR -> kind + "(" + length + ")";
      case ENUM -> "ENUM " + enumName;
      case BOOLEAN, SMALLINT, INTEGER, BIGINT, REAL, DOUBLE, TEXT, BYTEA -> kind.name();
      case DATE, TIME, TIMESTAMP, TIMESTAMPTZ, UUID -> kind.name();
    };
  }

  private static WireType simple(WireKind kind) {
    return new WireType(kind, 0, 0, 0, "", List.of());
  }

  private static void requireNumericParameters(WireKind kind, int precision, int scale) {
    boolean valid =
        kind == WireKind.NUMERIC
            ? precision >= 1
                && precision <= NUMERIC_PRECISION_MAX
                && scale >= 0
                && scale <= precision
            : precision == 0 && scale == 0;
    if (!valid) {
      throw new IllegalArgumentException(
          "precision and scale do not fit the kind: kind="
              + kind
              + " precision="
              + precision
              + " scale="
              + scale);
    }
  }

  private static void requireLength(WireKind kind, int length) {
    boolean hasLength = kind == WireKind.VARCHAR || kind == WireKind.CHAR;
    if (hasLength ? length < 1 || length > TEXT_LENGTH_MAX : length != 0) {
      throw new IllegalArgumentException(
          "length does not fit the kind: kind=" + kind + " length=" + length);
    }
  }

  private static void requireLabels(WireKind kind, String enumName, List<WireEnumLabel> labels) {
    if (kind != WireKind.ENUM) {
      if (!enumName.isEmpty() || !labels.isEmpty()) {
        throw new IllegalArgumentException("only enums have names and labels: kind=" + kind);
      }
      return;
    }
    if (enumName.isEmpty() || labels.size() > ENUM_LABELS_MAX) {
      throw new IllegalArgumentException(
          "enum needs a name and at most "
              + ENUM_LABELS_MAX
              + " labels: name="
              + enumName
              + " labelCount="
              + labels.size());
    }
    for (int i = 1; i < labels.size(); i++) {
      if (labels.get(i - 1).rank() >= labels.get(i).rank()) {
        throw new IllegalArgumentException(
            "ranks must ascend: enum=" + enumName + " rank=" + labels.get(i).rank());
      }
    }
  }
}
