package dev.colonnade.scan.filter.compiled;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Char;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.ColumnType.Packed;
import dev.colonnade.type.ColumnType.Plain;
import dev.colonnade.type.ColumnType.Varchar;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Position of a literal in the domain of a fixed-width column, whose values are mapped to integers
 * in the column's order.
 *
 * @param floor greatest such integer at or below the literal
 * @param isExact whether the literal equals that integer instead of being between it and the next
 */
record OrderedLiteral(BigInteger floor, boolean isExact) {
  /** Integer that stands for NaN in a column of 128 bits. */
  private static final BigInteger INT128_MAX =
      BigInteger.ONE.shiftLeft(2 * Long.SIZE - 1).subtract(BigInteger.ONE);

  private static final BigInteger UUID_MIDDLE = BigInteger.ONE.shiftLeft(2 * Long.SIZE - 1);

  /** Digits that exceed the integers of any column. */
  private static final int DIGITS_ENOUGH = 40;

  private static final BigInteger FAR_ABOVE = BigInteger.TEN.pow(DIGITS_ENOUGH);

  /**
   * Returns the literal's position in the domain of a type. Throws TYPE_MISMATCH if they are
   * incompatible.
   */
  public static OrderedLiteral of(ColumnType type, Object literal) {
    return switch (type) {
      case Plain.BOOLEAN -> exact(StoredForm.booleanOf(type, literal) ? 1 : 0);
      case Plain.SMALLINT, Plain.INTEGER, Plain.BIGINT -> scaled(decimalOf(type, literal), 0);
      case Numeric numeric -> scaled(numeric, decimalOf(type, literal));
      case Plain.REAL, Plain.DOUBLE -> exact(Int64Predicate.orderOf(doubleOf(type, literal)));
      case Plain.DATE -> exact(StoredForm.intOf(type, literal));
      case Plain.TIME, Plain.TIMESTAMP, Plain.TIMESTAMPTZ ->
          exact(StoredForm.longOf(type, literal));
      case Plain.UUID ->
          exact(unsigned(StoredForm.highOf(type, literal), StoredForm.lowOf(type, literal)));
      case Enumerated _ -> exact(StoredForm.intOf(type, literal));
      case Plain.TEXT, Plain.BYTEA -> throw notFixed(type);
      case Varchar _, Char _, Packed _, ColumnType.Composite _ -> throw notFixed(type);
    };
  }

  private static OrderedLiteral exact(long value) {
    return new OrderedLiteral(BigInteger.valueOf(value), true);
  }

  private static OrderedLiteral exact(BigInteger value) {
    return new OrderedLiteral(value, true);
  }

  private static BigInteger unsigned(long high, long low) {
    BigInteger upper = new BigInteger(Long.toUnsignedString(high)).shiftLeft(Long.SIZE);
    return upper.or(new BigInteger(Long.toUnsignedString(low))).subtract(UUID_MIDDLE);
  }

  private static BigDecimal decimalOf(ColumnType type, Object literal) {
    return switch (literal) {
      case Short number -> BigDecimal.valueOf(number);
      case Integer number -> BigDecimal.valueOf(number);
      case Long number -> BigDecimal.valueOf(number);
      case BigDecimal number -> number;
      default -> throw mismatch(type, literal);
    };
  }

  private static double doubleOf(ColumnType type, Object literal) {
    return switch (literal) {
      case Float number -> number;
      case Double number -> number;
      default -> throw mismatch(type, literal);
    };
  }

  private static OrderedLiteral scaled(Numeric type, BigDecimal literal) {
    if (SpecialNumeric.isNaN(literal)) {
      return exact(
          type.storage() == StorageKind.INT64 ? BigInteger.valueOf(Long.MAX_VALUE) : INT128_MAX);
    }
    // All numbers of the column are less; NaN, which is stored as the greatest integer, is greater.
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    OrderedLiteral scaled = scaled(literal, type.scale());
    return scaled.floor().compareTo(limit) >= 0 ? new OrderedLiteral(limit, false) : scaled;
  }

  private static OrderedLiteral scaled(BigDecimal literal, int scale) {
    // The number of digits before the point is checked first, so that neither 1E999999999 nor
    // 1E-999999999 is ever expanded.
    long digits = (long) literal.precision() - literal.scale() + scale;
    if (literal.signum() == 0) {
      return exact(0);
    }
    if (digits > DIGITS_ENOUGH) {
      return exact(literal.signum() > 0 ? FAR_ABOVE : FAR_ABOVE.negate());
    }
    if (digits < 0) {
      return new OrderedLiteral(
          literal.signum() > 0 ? BigInteger.ZERO : BigInteger.ONE.negate(), false);
    }
    BigDecimal moved = literal.scaleByPowerOfTen(scale);
    BigDecimal floor = moved.setScale(0, RoundingMode.FLOOR);
    return new OrderedLiteral(floor.toBigInteger(), floor.compareTo(moved) == 0);
  }

  private static IllegalArgumentException notFixed(ColumnType type) {
    return new IllegalArgumentException("not of fixed width: type=" + type);
  }

  private static ColonnadeException mismatch(ColumnType type, Object literal) {
    return new ColonnadeException(
        ErrorCode.TYPE_MISMATCH,
        "literal is incompatible with the column: type="
            + type
            + " literal="
            + literal.getClass().getSimpleName());
  }
}
