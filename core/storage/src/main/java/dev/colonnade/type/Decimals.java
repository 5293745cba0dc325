package dev.colonnade.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Conversions between NUMERIC values and scaled integers of 64 or 128 bits. */
final class Decimals {
  private static final BigInteger[] POWERS_OF_TEN = new BigInteger[Numeric.PRECISION_MAX + 1];

  static {
    for (int i = 0; i < POWERS_OF_TEN.length; i++) {
      POWERS_OF_TEN[i] = BigInteger.TEN.pow(i);
    }
  }

  /** Scaled integer of 128 bits that stands for NaN. */
  private static final BigInteger NAN_128 =
      BigInteger.ONE.shiftLeft(2 * Long.SIZE - 1).subtract(BigInteger.ONE);

  private Decimals() {}

  /** Returns the scaled integer that stands for NaN: one beyond all numbers. */
  private static BigInteger nan(Numeric type) {
    return type.precision() <= Numeric.LONG_PRECISION_MAX
        ? BigInteger.valueOf(Long.MAX_VALUE)
        : NAN_128;
  }

  /** Returns the value of a scaled integer of 64 bits. */
  static BigDecimal value(Numeric type, long unscaled) {
    return unscaled == Long.MAX_VALUE
        ? SpecialNumeric.NAN
        : BigDecimal.valueOf(unscaled, type.scale());
  }

  /** Returns the value of a scaled integer of 128 bits. */
  static BigDecimal value(Numeric type, long high, long low) {
    return high == Long.MAX_VALUE && low == -1
        ? SpecialNumeric.NAN
        : new BigDecimal(int128(high, low), type.scale());
  }

  /**
   * Returns the value times ten to the scale. Nothing is rounded: digits beyond the scale are out
   * of range.
   */
  static BigInteger unscaled(Numeric type, BigDecimal value) {
    // Precision minus scale is the number of digits before the point. It is checked first, so that
    // a value such as 1E999999999 is never expanded.
    if (SpecialNumeric.isNaN(value)) {
      return nan(type);
    }
    boolean fits =
        value.signum() == 0
            || (long) value.precision() - value.scale() <= type.precision() - type.scale();
    BigDecimal stripped = fits ? value.stripTrailingZeros() : value;
    if (!fits || stripped.scale() > type.scale()) {
      throw outOfRange(type, value);
    }
    return stripped.setScale(type.scale()).unscaledValue();
  }

  /** Checks a scaled integer against the precision; the one of NaN fits. */
  static void requireFits(Numeric type, long unscaled) {
    // Every long has at most 19 digits, and only precisions up to 18 are stored as longs.
    long limit = POWERS_OF_TEN[type.precision()].longValueExact();
    if (unscaled != Long.MAX_VALUE && (unscaled >= limit || unscaled <= -limit)) {
      throw outOfRange(type, BigDecimal.valueOf(unscaled, type.scale()));
    }
  }

  /** Checks a scaled integer against the precision. */
  static void requireFits(Numeric type, long high, long low) {
    boolean isNaN = high == Long.MAX_VALUE && low == -1;
    if ((isNaN || high == low >> 63) && type.precision() > Numeric.LONG_PRECISION_MAX) {
      return;
    }
    BigInteger unscaled = int128(high, low);
    if (unscaled.abs().compareTo(POWERS_OF_TEN[type.precision()]) >= 0) {
      throw outOfRange(type, new BigDecimal(unscaled, type.scale()));
    }
  }

  static BigInteger int128(long high, long low) {
    return new BigInteger(ByteBuffer.allocate(2 * Long.BYTES).putLong(high).putLong(low).array());
  }

  static long high(BigInteger value) {
    return value.shiftRight(Long.SIZE).longValue();
  }

  private static ColonnadeException outOfRange(Numeric type, BigDecimal value) {
    return new ColonnadeException(
        ErrorCode.VALUE_OUT_OF_RANGE,
        "value does not fit the type: type=" + type + " value=" + value);
  }
}
