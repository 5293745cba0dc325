package dev.colonnade.type.value;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The values of NUMERIC that are no numbers: {@code NaN}, {@code Infinity} and {@code -Infinity}.
 *
 * <p>They are decimals beyond the range of NUMERIC, so that comparisons and hashes of decimals
 * apply: {@code -Infinity} is less than all numbers, and {@code Infinity} and then {@code NaN} are
 * greater. Arithmetic checks for them first.
 */
public final class SpecialNumeric {
  private static final int SCALE = -200_000;

  /** The value {@code NaN}. */
  public static final BigDecimal NAN = new BigDecimal(BigInteger.ONE, SCALE - 1);

  /** The value {@code Infinity}. */
  public static final BigDecimal INFINITY = new BigDecimal(BigInteger.ONE, SCALE);

  /** The value {@code -Infinity}. */
  public static final BigDecimal MINUS_INFINITY = INFINITY.negate();

  private SpecialNumeric() {}

  /** Returns whether a value is no number. */
  public static boolean is(BigDecimal value) {
    return value.scale() <= SCALE && (isNaN(value) || isInfinite(value));
  }

  /** Returns whether a value is {@code NaN}. */
  public static boolean isNaN(BigDecimal value) {
    return value.scale() == SCALE - 1 && value.unscaledValue().equals(BigInteger.ONE);
  }

  /** Returns whether a value is {@code Infinity} or {@code -Infinity}. */
  public static boolean isInfinite(BigDecimal value) {
    return value.scale() == SCALE && value.unscaledValue().abs().equals(BigInteger.ONE);
  }

  /** Returns the infinite value of a sign. */
  public static BigDecimal infinity(boolean isNegative) {
    return isNegative ? MINUS_INFINITY : INFINITY;
  }

  /** Returns the value of a floating-point number that is not finite. */
  public static BigDecimal of(double value) {
    return Double.isNaN(value) ? NAN : infinity(value < 0);
  }

  /** Returns the floating-point number of a value that is no number. */
  public static double toDouble(BigDecimal value) {
    if (isNaN(value)) {
      return Double.NaN;
    }
    return value.signum() < 0 ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
  }

  /** Returns the text of a value that is no number. */
  public static String toText(BigDecimal value) {
    return isNaN(value) ? "NaN" : value.signum() < 0 ? "-Infinity" : "Infinity";
  }
}
