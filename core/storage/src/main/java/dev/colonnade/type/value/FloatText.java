package dev.colonnade.type.value;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Formatter of floating point numbers: in PostgreSQL's shortest exact form, or rounded. */
public final class FloatText {
  /** Exponent from which numbers of 8 bytes are written in scientific notation. */
  private static final int EXPONENT_FROM = 15;

  private static final int EXPONENT_FROM_REAL = 6;
  private static final int EXPONENT_TO = -5;

  private FloatText() {}

  public static String of(float value) {
    return Float.isFinite(value)
        ? finite(
            new BigDecimal(Float.toString(value)), value < 0 || 1 / value < 0, EXPONENT_FROM_REAL)
        : notFinite(value);
  }

  public static String of(double value) {
    return Double.isFinite(value)
        ? finite(new BigDecimal(Double.toString(value)), value < 0 || 1 / value < 0, EXPONENT_FROM)
        : notFinite(value);
  }

  /** Returns a number that is rounded to significant digits, without trailing zeros. */
  public static String rounded(double value, int digits) {
    return Double.isFinite(value)
        ? finite(
            new BigDecimal(value).round(new MathContext(digits, RoundingMode.HALF_EVEN)),
            value < 0 || 1 / value < 0,
            digits)
        : notFinite(value);
  }

  private static String notFinite(double value) {
    return Double.isNaN(value) ? "NaN" : value > 0 ? "Infinity" : "-Infinity";
  }

  /**
   * Returns the shortest digits that parse to the same number, in scientific notation if it is
   * large or small.
   */
  private static String finite(BigDecimal value, boolean isNegative, int exponentFrom) {
    if (value.signum() == 0) {
      return isNegative ? "-0" : "0";
    }
    BigDecimal stripped = value.stripTrailingZeros();
    int exponent = stripped.precision() - stripped.scale() - 1;
    if (exponent > EXPONENT_TO && exponent < exponentFrom) {
      return stripped.toPlainString();
    }
    String digits = stripped.unscaledValue().abs().toString();
    String mantissa = digits.length() == 1 ? digits : digits.charAt(0) + "." + digits.substring(1);
    return "%s%se%s%02d"
        .formatted(isNegative ? "-" : "", mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
  }
}
