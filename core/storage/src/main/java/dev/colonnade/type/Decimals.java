package dev.colonnade.type;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.type.ColumnType.Numeric;
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

  private Decimals() {}

  /**
   * Returns the value times ten to the scale. Nothing is rounded: digits beyond the scale are out
   * of range.
   */
  static BigInteger unscaled(Numeric type, BigDecimal value) {
    // Precision minus scale is the number of digits before the point. It is checked first, so that
    // a value such as 1E999999999 is never expanded.
    boolean fits =
        value.signum() == 0
            || (long) value.precision() - value.scale() <= type.precision() - type.scale();
    BigDecimal stripped = fits ? value.stripTrailingZeros() : value;
    if (!fits || stripped.scale() > type.scale()) {
      throw outOfRange(type, value);
    }
    return stripped.setScale(type.scale()).unscaledValue();
  }

  /** Checks a scaled integer against the precision. */
  static void requireFits(Numeric type, long unscaled) {
    // Every long has at most 19 digits, and only precisions up to 18 are stored as longs.
    long limit = POWERS_OF_TEN[type.precision()].longValueExact();
    if (unscaled >= limit || unscaled <= -limit) {
      throw outOfRange(type, BigDecimal.valueOf(unscaled, type.scale()));
    }
  }

  /** Checks a scaled integer against the precision. */
  static void requireFits(Numeric type, long high, long low) {
    if (high == low >> 63 && type.precision() > Numeric.LONG_PRECISION_MAX) {
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
