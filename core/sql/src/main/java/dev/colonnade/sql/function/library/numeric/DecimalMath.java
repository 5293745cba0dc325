package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Roots, powers and logarithms of exact numbers with PostgreSQL's precision: at least sixteen
 * significant digits, and at least the scale of the arguments.
 */
public final class DecimalMath {
  private static final int SIGNIFICANT_DIGITS_MIN = 16;
  private static final int GROUP_DIGITS = 4;
  private static final int SCALE_MAX = 1000;
  private static final int GUARD_DIGITS = 12;
  private static final BigDecimal INTEGER_MAX = BigDecimal.valueOf(Integer.MAX_VALUE);
  private static final double LN_10 = Math.log(10);

  /** Maximum number of digits before the point of a NUMERIC in PostgreSQL. */
  private static final int DIGITS_MAX = 131_072;

  private DecimalMath() {}

  public static BigDecimal sqrt(BigDecimal value) {
    // The weight of the root's first group of four digits determines the scale.
    int weight = value.signum() == 0 ? 0 : groupWeight(value);
    int digitsBefore = (weight + 1) * GROUP_DIGITS / 2 - 1;
    int scale =
        Math.clamp(Math.max(SIGNIFICANT_DIGITS_MIN - digitsBefore, value.scale()), 0, SCALE_MAX);
    return sqrt(value, scale);
  }

  /** Returns the square root with a scale. */
  public static BigDecimal sqrt(BigDecimal value, int scale) {
    if (value.signum() == 0) {
      return BigDecimal.ZERO.setScale(scale);
    }
    int precision = Math.max(1, value.precision() - value.scale()) / 2 + scale + GUARD_DIGITS;
    return value
        .sqrt(new MathContext(precision, RoundingMode.DOWN))
        .setScale(scale, RoundingMode.HALF_UP);
  }

  private static int groupWeight(BigDecimal value) {
    return Math.floorDiv(value.precision() - value.scale() - 1, GROUP_DIGITS);
  }

  /** Returns the decimal exponent of the number in scientific notation. */
  private static int decimalWeight(BigDecimal value) {
    return value.precision() - value.scale() - 1;
  }

  static BigDecimal ln(BigDecimal value) {
    double estimate = Math.log(approximate(value)) + exponentOf(value) * LN_10;
    int weight = estimate == 0 ? 0 : (int) Math.log10(Math.abs(estimate));
    int scale = Math.clamp(Math.max(SIGNIFICANT_DIGITS_MIN - weight, value.scale()), 0, SCALE_MAX);
    return lnTo(value, scale + GUARD_DIGITS).setScale(scale, RoundingMode.HALF_UP);
  }

  private static double approximate(BigDecimal value) {
    return value.scaleByPowerOfTen(-exponentOf(value)).doubleValue();
  }

  private static int exponentOf(BigDecimal value) {
    return decimalWeight(value);
  }

  /**
   * Computes the logarithm by the series of the inverse hyperbolic tangent, after repeated square
   * roots reduce the value to near one.
   */
  private static BigDecimal lnTo(BigDecimal value, int digits) {
    MathContext context = new MathContext(digits + GUARD_DIGITS + 10);
    BigDecimal near = value;
    int doublings = 0;
    BigDecimal low = new BigDecimal("0.9");
    BigDecimal high = new BigDecimal("1.1");
    while (near.compareTo(low) < 0 || near.compareTo(high) > 0) {
      near = near.sqrt(context);
      doublings++;
    }
    BigDecimal ratio = near.subtract(BigDecimal.ONE).divide(near.add(BigDecimal.ONE), context);
    BigDecimal square = ratio.multiply(ratio, context);
    BigDecimal term = ratio;
    BigDecimal sum = ratio;
    BigDecimal small = BigDecimal.ONE.scaleByPowerOfTen(-digits - GUARD_DIGITS);
    for (int i = 3; term.abs().compareTo(small) > 0; i += 2) {
      term = term.multiply(square, context);
      sum = sum.add(term.divide(BigDecimal.valueOf(i), context), context);
    }
    return sum.multiply(BigDecimal.TWO.pow(doublings + 1), context);
  }

  static BigDecimal log(BigDecimal base, BigDecimal value) {
    BigDecimal divisor = lnTo(base, 40);
    if (divisor.signum() == 0) {
      throw new ColonnadeException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    }
    BigDecimal estimate = lnTo(value, 40).divide(divisor, MathContext.DECIMAL64);
    int weight = estimate.signum() == 0 ? 0 : decimalWeight(estimate);
    int scale =
        Math.clamp(
            Math.max(SIGNIFICANT_DIGITS_MIN - weight, Math.max(base.scale(), value.scale())),
            0,
            SCALE_MAX);
    int digits = scale + Math.max(0, weight) + GUARD_DIGITS;
    return lnTo(value, digits)
        .divide(lnTo(base, digits), new MathContext(digits + GUARD_DIGITS))
        .setScale(scale, RoundingMode.HALF_UP);
  }

  static BigDecimal exp(BigDecimal value) {
    double weight = value.doubleValue() / LN_10;
    if (weight > DIGITS_MAX) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value overflows numeric format");
    }
    int scale =
        Math.clamp(
            Math.max(SIGNIFICANT_DIGITS_MIN - (int) Math.max(weight, -SCALE_MAX), value.scale()),
            0,
            SCALE_MAX);
    int digits = scale + (int) Math.max(0, weight) + GUARD_DIGITS;
    return expTo(value, digits).setScale(scale, RoundingMode.HALF_UP);
  }

  private static BigDecimal expTo(BigDecimal value, int digits) {
    MathContext context = new MathContext(digits + GUARD_DIGITS);
    int halvings = 0;
    BigDecimal near = value;
    while (near.abs().compareTo(new BigDecimal("0.1")) > 0) {
      near = near.divide(BigDecimal.TWO, context);
      halvings++;
    }
    BigDecimal term = BigDecimal.ONE;
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal small = BigDecimal.ONE.scaleByPowerOfTen(-digits - GUARD_DIGITS);
    for (int i = 1; term.signum() != 0 && term.abs().compareTo(small) > 0; i++) {
      term = term.multiply(near, context).divide(BigDecimal.valueOf(i), context);
      sum = sum.add(term, context);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, context);
    }
    return sum;
  }

  static BigDecimal power(BigDecimal base, BigDecimal exponent) {
    double estimate =
        base.signum() == 0
            ? 0
            : (Math.log(Math.abs(approximate(base))) / LN_10 + exponentOf(base))
                * exponent.doubleValue();
    if (estimate > DIGITS_MAX) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value overflows numeric format");
    }
    int weight = (int) Math.floor(Math.max(estimate, -SCALE_MAX));
    BigDecimal stripped = exponent.stripTrailingZeros();
    boolean isInteger = stripped.scale() <= 0 && stripped.abs().compareTo(INTEGER_MAX) <= 0;
    int scaleMin =
        isInteger
            ? Math.max(SIGNIFICANT_DIGITS_MIN, base.scale())
            : Math.max(SIGNIFICANT_DIGITS_MIN - weight, Math.max(base.scale(), exponent.scale()));
    int scale = Math.clamp(scaleMin, 0, SCALE_MAX);
    if (base.signum() == 0) {
      BigDecimal result = exponent.signum() == 0 ? BigDecimal.ONE : BigDecimal.ZERO;
      return result.setScale(SIGNIFICANT_DIGITS_MIN);
    }
    int digits = scale + Math.max(0, weight) + GUARD_DIGITS;
    boolean isWhole = isInteger && stripped.abs().compareTo(BigDecimal.valueOf(9_999)) <= 0;
    MathContext context = new MathContext(digits + GUARD_DIGITS);
    BigDecimal power =
        isWhole
            ? base.pow(stripped.intValueExact(), context)
            : expTo(exponent.multiply(lnTo(base, digits), context), digits);
    return power.setScale(scale, RoundingMode.HALF_UP);
  }
}
