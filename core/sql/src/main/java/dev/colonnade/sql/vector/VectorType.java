package dev.colonnade.sql.vector;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Representation of the values of a column in vectors.
 *
 * @param kind the type of SQL
 * @param form the kind of vector
 * @param scale digits after the point of a NUMERIC in the form LONG: its values are whole numbers
 *     of units of {@code 10^-scale}; 0 for everything else
 * @param nesting types inside of arrays and rows; types that differ by it only are equal
 */
public record VectorType(TypeKind kind, Form form, int scale, Nesting nesting) {
  /** The most digits after the point that a NUMERIC can have as a long. */
  public static final int LONG_SCALE_MAX = 18;

  private static final BigInteger LONG_MIN = BigInteger.valueOf(Long.MIN_VALUE);
  private static final BigInteger LONG_MAX = BigInteger.valueOf(Long.MAX_VALUE);

  public VectorType {
    requireNonNull(kind, "kind is null");
    requireNonNull(nesting, "nesting is null");
    requireNonNull(form, "form is null");
    if (scale < 0 || scale > LONG_SCALE_MAX || (scale > 0 && form != Form.LONG)) {
      throw new IllegalArgumentException("no such type: form=%s scale=%d".formatted(form, scale));
    }
  }

  /** Creates a type whose values have no parts that their Java class does not describe. */
  public VectorType(TypeKind kind, Form form, int scale) {
    this(kind, form, scale, Nesting.PLAIN);
  }

  /** The kinds of vectors. */
  public enum Form {
    /** {@link LongVector}; a NUMERIC that does not fit comes as an {@link ObjectVector} instead. */
    LONG,
    DOUBLE,
    BOOLEAN,
    TEXT,
    /** Whatever has no form of its own, as statements hold it. */
    OBJECT
  }

  /** Returns the default representation of a kind. */
  public static VectorType of(TypeKind kind) {
    if (kind.isOid()) {
      return new VectorType(kind, Form.LONG, 0);
    }
    Form form =
        switch (kind) {
          case SMALLINT, INTEGER, BIGINT, DATE, TIME, TIMESTAMP, TIMESTAMPTZ -> Form.LONG;
          case DOUBLE -> Form.DOUBLE;
          case BOOLEAN -> Form.BOOLEAN;
          case TEXT, VARCHAR, CHAR, NAME, BYTE_CHAR -> Form.TEXT;
          default -> Form.OBJECT;
        };
    return new VectorType(kind, form, 0);
  }

  /** Returns the same type with other types inside of its arrays or rows. */
  public VectorType with(Nesting other) {
    return new VectorType(kind, form, scale, other);
  }

  /** Returns the nesting of the values themselves. */
  public Nesting ofValues() {
    return nesting.isPlain() ? Nesting.of(kind) : nesting;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VectorType type
        && kind == type.kind
        && form == type.form
        && scale == type.scale;
  }

  @Override
  public int hashCode() {
    return (kind.hashCode() * 31 + form.hashCode()) * 31 + scale;
  }

  /** A NUMERIC whose digits after the point are known. */
  public static VectorType decimal(int scale) {
    return new VectorType(TypeKind.NUMERIC, Form.LONG, scale);
  }

  /** Returns whether values of both types can be compared without conversion. */
  public boolean hasSameForm(VectorType other) {
    if (form == Form.OBJECT || other.form == Form.OBJECT) {
      return form == other.form && kind == other.kind;
    }
    return form == other.form && scale == other.scale;
  }

  /** A long of a vector as statements hold the value. */
  public Object held(long value) {
    return switch (kind) {
      case SMALLINT -> (short) value;
      case INTEGER, DATE -> (int) value;
      case NUMERIC -> BigDecimal.valueOf(value, scale);
      default -> value;
    };
  }

  /** A value as statements hold it as a long of a vector; null if it does not fit. */
  public @Nullable Long longOf(Object held) {
    if (held instanceof BigDecimal number) {
      if (SpecialNumeric.is(number)) {
        return null;
      }
      BigInteger units = number.setScale(scale, java.math.RoundingMode.UNNECESSARY).unscaledValue();
      return units.compareTo(LONG_MIN) < 0 || units.compareTo(LONG_MAX) > 0
          ? null
          : (Long) units.longValueExact();
    }
    return ((Number) held).longValue();
  }
}
