package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.base.BaseType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Type of a column: its set of values and their stored representation. */
public sealed interface ColumnType {
  /** Returns the in-memory representation of the values. */
  StorageKind storage();

  /** Returns the Java class of the values; the value of an enum is its label. */
  Class<?> javaClass();

  /** Returns whether the bytes of a {@link StorageKind#VARIABLE} value are UTF-8. */
  boolean isText();

  /** Returns the SQL name of the type. */
  @Override
  String toString();

  static Numeric numeric(int precision, int scale) {
    return new Numeric(precision, scale);
  }

  static Varchar varchar(int length) {
    return new Varchar(length);
  }

  static Char character(int length) {
    return new Char(length);
  }

  static Enumerated enumerated(EnumType type) {
    return new Enumerated(type);
  }

  static Composite composite(CompositeType type) {
    return new Composite(type);
  }

  static Packed packed(PackedKind kind) {
    return new Packed(kind, null, null);
  }

  static Packed array(ColumnType element) {
    return new Packed(PackedKind.ARRAY, element, null);
  }

  static Packed range(ColumnType bound) {
    return new Packed(PackedKind.RANGE, bound, null);
  }

  static Packed multirange(ColumnType bound) {
    return new Packed(PackedKind.MULTIRANGE, bound, null);
  }

  static Packed base(BaseType type) {
    return new Packed(PackedKind.BASE, null, type);
  }

  /** The types without parameters. */
  enum Plain implements ColumnType {
    BOOLEAN(StorageKind.BOOL1, Boolean.class),
    SMALLINT(StorageKind.INT16, Short.class),
    INTEGER(StorageKind.INT32, Integer.class),
    BIGINT(StorageKind.INT64, Long.class),
    REAL(StorageKind.FLOAT32, Float.class),
    DOUBLE(StorageKind.FLOAT64, Double.class),
    TEXT(StorageKind.VARIABLE, String.class),
    BYTEA(StorageKind.VARIABLE, byte[].class),
    /** Days since 1970-01-01. */
    DATE(StorageKind.INT32, LocalDate.class),
    /** Microseconds of the day. */
    TIME(StorageKind.INT64, LocalTime.class),
    /** Microseconds since 1970-01-01 00:00 of a clock without a zone. */
    TIMESTAMP(StorageKind.INT64, LocalDateTime.class),
    /** Microseconds since 1970-01-01 00:00 UTC. */
    TIMESTAMPTZ(StorageKind.INT64, Instant.class),
    UUID(StorageKind.BYTES16, UUID.class);

    private final StorageKind storage;
    private final Class<?> javaClass;

    Plain(StorageKind storage, Class<?> javaClass) {
      this.storage = storage;
      this.javaClass = javaClass;
    }

    @Override
    public StorageKind storage() {
      return storage;
    }

    @Override
    public Class<?> javaClass() {
      return javaClass;
    }

    @Override
    public boolean isText() {
      return this == TEXT;
    }

    @Override
    public String toString() {
      return this == DOUBLE ? "DOUBLE PRECISION" : name();
    }
  }

  /**
   * Exact decimal of {@code precision} digits, {@code scale} of them after the point; stored as a
   * scaled integer.
   */
  record Numeric(int precision, int scale) implements ColumnType {
    public static final int PRECISION_MAX = 38;

    /** The largest precision whose scaled integers all fit a long. */
    public static final int LONG_PRECISION_MAX = 18;

    public Numeric {
      requireWithin("precision", precision, 1, PRECISION_MAX);
      requireWithin("scale", scale, 0, precision);
    }

    @Override
    public StorageKind storage() {
      return precision <= LONG_PRECISION_MAX ? StorageKind.INT64 : StorageKind.INT128;
    }

    @Override
    public Class<?> javaClass() {
      return BigDecimal.class;
    }

    @Override
    public boolean isText() {
      return false;
    }

    @Override
    public String toString() {
      return "NUMERIC(" + precision + "," + scale + ")";
    }
  }

  /**
   * Text of at most {@code length} characters (code points); a length of {@link
   * ColumnType#CHARACTERS_MAX} means unlimited.
   */
  record Varchar(int length) implements ColumnType {
    /** VARCHAR without a declared length. */
    public static final Varchar UNLIMITED = new Varchar(CHARACTERS_MAX);

    public Varchar {
      requireWithin("length", length, 1, CHARACTERS_MAX);
    }

    @Override
    public StorageKind storage() {
      return StorageKind.VARIABLE;
    }

    @Override
    public Class<?> javaClass() {
      return String.class;
    }

    @Override
    public boolean isText() {
      return true;
    }

    /** Returns whether the length is limited. */
    public boolean isLimited() {
      return length < CHARACTERS_MAX;
    }

    @Override
    public String toString() {
      return isLimited() ? "VARCHAR(" + length + ")" : "VARCHAR";
    }
  }

  /**
   * Text of at most {@code length} characters whose trailing blanks are insignificant and not
   * stored.
   */
  record Char(int length) implements ColumnType {
    public Char {
      requireWithin("length", length, 1, CHARACTERS_MAX);
    }

    @Override
    public StorageKind storage() {
      return StorageKind.VARIABLE;
    }

    @Override
    public Class<?> javaClass() {
      return String.class;
    }

    @Override
    public boolean isText() {
      return true;
    }

    @Override
    public String toString() {
      return "CHAR(" + length + ")";
    }
  }

  /** Enum type; a value is stored as the rank of its label. */
  record Enumerated(EnumType type) implements ColumnType {
    public Enumerated {
      requireNonNull(type, "type is null");
    }

    @Override
    public StorageKind storage() {
      return StorageKind.ENUM32;
    }

    @Override
    public Class<?> javaClass() {
      return String.class;
    }

    @Override
    public boolean isText() {
      return false;
    }

    @Override
    public String toString() {
      return type.name();
    }
  }

  /**
   * Composite type; a value is a list with the value of each attribute, or null for NULL. Such a
   * column cannot be part of a key, and no scan compares it.
   */
  record Composite(CompositeType type) implements ColumnType {
    public Composite {
      requireNonNull(type, "type is null");
    }

    @Override
    public StorageKind storage() {
      return StorageKind.VARIABLE;
    }

    @Override
    public Class<?> javaClass() {
      return List.class;
    }

    @Override
    public boolean isText() {
      return false;
    }

    @Override
    public String toString() {
      return type.name();
    }
  }

  /**
   * Type whose values are serialized to bytes that do not preserve the order of the values: such a
   * column cannot be part of a key, and no scan compares it.
   *
   * @param element the type of an array's elements, or of the bounds of ranges; null for others
   * @param base the base type of base values; null for others
   */
  record Packed(PackedKind kind, @Nullable ColumnType element, @Nullable BaseType base)
      implements ColumnType {
    public Packed {
      requireNonNull(kind, "kind is null");
      if ((kind == PackedKind.BASE) != (base != null)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "base=%s kind=%s".formatted(base, kind));
      }
      if (kind.hasElements() != (element != null)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT,
            "arrays and ranges have elements of one type: kind=%s element=%s"
                .formatted(kind, element));
      }
    }

    /** Returns the type of an array's elements, or of the bounds of ranges. */
    public ColumnType elementType() {
      return requireNonNull(element, "type has no elements");
    }

    /** Returns whether values have an order in SQL, although not in keys. */
    public boolean isOrdered() {
      return kind != PackedKind.JSON && (base == null || base.isOrdered());
    }

    /** Returns the base type of base values. */
    public BaseType baseType() {
      return requireNonNull(base, "type is no base type");
    }

    @Override
    public StorageKind storage() {
      return StorageKind.VARIABLE;
    }

    @Override
    public Class<?> javaClass() {
      return kind.javaClass();
    }

    @Override
    public boolean isText() {
      return kind.isText();
    }

    @Override
    public String toString() {
      return switch (kind) {
        case ARRAY -> element + "[]";
        case RANGE, MULTIRANGE -> kind + " OF " + element;
        case BASE -> baseType().name();
        case INTERVAL, NUMERIC, JSON, JSONB, TIMETZ, BIT, VARBIT -> kind.name();
      };
    }
  }

  /** The largest declared length of VARCHAR and CHAR, as in PostgreSQL. */
  int CHARACTERS_MAX = 10_485_760;

  private static void requireWithin(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "type parameter out of range: " + name + "=" + value + " min=" + min + " max=" + max);
    }
  }
}
