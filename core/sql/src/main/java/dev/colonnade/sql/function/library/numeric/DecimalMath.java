package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.InterruptibleDecimals;
import dev.colonnade.sql.function.interrupt.InterruptibleMath;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.NumericLimits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Roots, powers and logarithms of exact numbers. The scales of the results, the overflow limits and
 * the limits of digits are PostgreSQL's: at least sixteen significant digits, and at least the
 * scale of the arguments.
 */
public final class DecimalMath {
  private static final int SIGNIFICANT_DIGITS_MIN = 16;
  private static final int GROUP_DIGITS = 4;
  private static final int SCALE_MAX = 1000;
  private static final int GUARD_DIGITS = 12;

  /** Exponent of e from which the result overflows, or is zero if it is negative. */
  private static final int EXPONENT_MAX = 6000;

  /** Variant of {@link #EXPONENT_MAX} for exponents that are known approximately. */
  private static final double EXPONENT_MAX_ESTIMATE = 6020;

  /** Maximum of the estimate from which the scale of exp is computed. */
  private static final int WEIGHT_MAX = 2000;

  /** Number of significant digits to which a logarithm is computed to estimate a power. */
  private static final int ESTIMATE_DIGITS = 8;

  private static final double LN_10 = 2.302585092994046;
  private static final double LOG_E = 0.434294481903252;
  private static final BigDecimal LOW = new BigDecimal("0.9");
  private static final BigDecimal HIGH = new BigDecimal("1.1");
  private static final BigDecimal INTEGER_MIN = BigDecimal.valueOf(Integer.MIN_VALUE);
  private static final BigDecimal INTEGER_MAX = BigDecimal.valueOf(Integer.MAX_VALUE);

  private DecimalMath() {}

  public static BigDecimal sqrt(BigDecimal value) {
    // The weight of the root's first group of four digits determines the scale.
    int weight = value.signum() == 0 ? 0 : groupWeight(value);
    int digitsBefore = (weight + 1) * GROUP_DIGITS / 2 - 1;
    return sqrt(value, scale(Math.max(SIGNIFICANT_DIGITS_MIN - digitsBefore, value.scale())));
  }

  /** Returns the square root with a scale. */
  public static BigDecimal sqrt(BigDecimal value, int scale) {
    if (value.signum() == 0) {
      return BigDecimal.ZERO.setScale(scale);
    }
    // One digit more, cut off, determines the rounding.
    BigInteger square =
        InterruptibleDecimals.setScale(
                value.scaleByPowerOfTen(2 * (scale + 1)), 0, RoundingMode.DOWN)
            .unscaledValue();
    BigInteger root = square.signum() == 0 ? square : InterruptibleMath.sqrt(square);
    return InterruptibleDecimals.setScale(
        new BigDecimal(root, scale + 1), scale, RoundingMode.HALF_UP);
  }

  private static int scale(int wanted) {
    return Math.clamp(wanted, 0, SCALE_MAX);
  }

  private static int groupWeight(BigDecimal value) {
    return Math.floorDiv(decimalWeight(value), GROUP_DIGITS);
  }

  /** Returns the decimal exponent of the number in scientific notation. */
  private static int decimalWeight(BigDecimal value) {
    return value.precision() - value.scale() - 1;
  }

  /** Returns the base-10 logarithm of the absolute value, with the accuracy of a double. */
  private static double log10(BigDecimal value) {
    int weight = decimalWeight(value);
    return Math.log10(Math.abs(value.scaleByPowerOfTen(-weight).doubleValue())) + weight;
  }

  /** Returns the product of {@code 2} to {@code value}. */
  static BigDecimal factorial(int value) {
    return new BigDecimal(value < 2 ? BigInteger.ONE : product(2, value));
  }

  /** Multiplies in halves: both factors of a product have about the same length. */
  private static BigInteger product(int from, int to) {
    if (to - from < GROUP_DIGITS) {
      BigInteger product = BigInteger.valueOf(from);
      for (int i = from + 1; i <= to; i++) {
        product = product.multiply(BigInteger.valueOf(i));
      }
      return product;
    }
    Interruption.check();
    int middle = (from + to) >>> 1;
    return InterruptibleMath.multiply(product(from, middle), product(middle + 1, to));
  }

  static BigDecimal ln(BigDecimal value) {
    int wanted = SIGNIFICANT_DIGITS_MIN - weightOfLn(value);
    return FixedPointMath.ln(value, scale(Math.max(wanted, value.scale())));
  }

  /** Returns the estimated decimal exponent of the logarithm of a number. */
  private static int weightOfLn(BigDecimal value) {
    if (value.compareTo(LOW) >= 0 && value.compareTo(HIGH) <= 0) {
      BigDecimal difference = value.subtract(BigDecimal.ONE);
      return difference.signum() == 0 ? 0 : decimalWeight(difference);
    }
    return (int) Math.log10(Math.abs(log10(value) * LN_10));
  }

  static BigDecimal log(BigDecimal base, BigDecimal value) {
    int baseWeight = weightOfLn(base);
    int valueWeight = weightOfLn(value);
    int weight = valueWeight - baseWeight;
    int scale =
        scale(Math.max(SIGNIFICANT_DIGITS_MIN - weight, Math.max(base.scale(), value.scale())));
    int digits = scale + weight + GUARD_DIGITS;
    BigDecimal divisor = FixedPointMath.ln(base, Math.max(0, digits - baseWeight));
    if (divisor.signum() == 0) {
      throw new ColonnadeException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    }
    return FixedPointMath.ln(value, Math.max(0, digits - valueWeight))
        .divide(divisor, scale, RoundingMode.HALF_UP);
  }

  static BigDecimal exp(BigDecimal value) {
    double weight = Math.clamp(value.doubleValue() * LOG_E, -WEIGHT_MAX, WEIGHT_MAX);
    return exp(value, scale(Math.max(SIGNIFICANT_DIGITS_MIN - (int) weight, value.scale())));
  }

  private static BigDecimal exp(BigDecimal value, int scale) {
    double approximate = value.doubleValue();
    if (approximate >= EXPONENT_MAX) {
      throw NumericLimits.overflow();
    }
    return approximate <= -EXPONENT_MAX
        ? BigDecimal.ZERO.setScale(scale)
        : FixedPointMath.exp(value, scale, (int) (approximate * LOG_E) + 1);
  }

  /**
   * Returns a power.
   *
   * @param base not negative unless the exponent is an integer; not zero if it is negative
   */
  static BigDecimal power(BigDecimal base, BigDecimal exponent) {
    BigDecimal stripped = exponent.stripTrailingZeros();
    boolean isWhole = stripped.scale() <= 0;
    if (isWhole && exponent.compareTo(INTEGER_MIN) >= 0 && exponent.compareTo(INTEGER_MAX) <= 0) {
      return power(base, stripped.intValueExact());
    }
    if (base.signum() == 0) {
      return BigDecimal.ZERO.setScale(SIGNIFICANT_DIGITS_MIN);
    }
    BigDecimal power = powerByLogarithm(base.abs(), exponent);
    boolean isOdd = isWhole && stripped.scale() == 0 && stripped.unscaledValue().testBit(0);
    return base.signum() < 0 && isOdd ? power.negate() : power;
  }

  private static BigDecimal powerByLogarithm(BigDecimal base, BigDecimal exponent) {
    int weightOfLn = weightOfLn(base);
    int estimateScale = Math.max(0, ESTIMATE_DIGITS - weightOfLn);
    double estimate = times(FixedPointMath.ln(base, estimateScale), exponent, estimateScale);
    if (Math.abs(estimate) > EXPONENT_MAX_ESTIMATE) {
      if (estimate > 0) {
        throw NumericLimits.overflow();
      }
      return BigDecimal.ZERO.setScale(SCALE_MAX);
    }
    int weight = (int) (estimate * LOG_E);
    int scale =
        scale(Math.max(SIGNIFICANT_DIGITS_MIN - weight, Math.max(base.scale(), exponent.scale())));
    int digits = Math.max(0, scale + weight) + ESTIMATE_DIGITS + GUARD_DIGITS;
    BigDecimal logarithm = FixedPointMath.ln(base, Math.max(0, digits - weightOfLn));
    int productScale = Math.max(0, digits);
    return exp(logarithm.multiply(exponent).setScale(productScale, RoundingMode.HALF_UP), scale);
  }

  private static double times(BigDecimal logarithm, BigDecimal exponent, int scale) {
    return logarithm.multiply(exponent).setScale(scale, RoundingMode.HALF_UP).doubleValue();
  }

  private static BigDecimal power(BigDecimal base, int exponent) {
    int scale = scale(Math.max(SIGNIFICANT_DIGITS_MIN, base.scale()));
    if (exponent == 0) {
      return BigDecimal.ONE.setScale(scale);
    }
    if (base.signum() == 0) {
      return BigDecimal.ZERO.setScale(scale);
    }
    double weight = exponent * log10(base);
    if (weight > NumericLimits.WHOLE_DIGITS_MAX + 1) {
      throw NumericLimits.overflow();
    }
    if (weight + 1 < -scale) {
      return BigDecimal.ZERO.setScale(scale);
    }
    // The rounding errors of the products grow with the exponent.
    int extra = (int) Math.log10(Math.abs((double) exponent)) + GUARD_DIGITS;
    MathContext context = new MathContext(Math.max(0, 1 + scale + (int) weight) + extra);
    BigDecimal product = bySquaring(base, Math.abs((long) exponent), context);
    BigDecimal power =
        exponent > 0
            ? InterruptibleDecimals.setScale(product, scale, RoundingMode.HALF_UP)
            : InterruptibleDecimals.divide(BigDecimal.ONE, product, scale, RoundingMode.HALF_UP);
    return NumericLimits.require(power);
  }

  private static BigDecimal bySquaring(BigDecimal base, long exponent, MathContext context) {
    BigDecimal square = base;
    BigDecimal product = (exponent & 1) == 1 ? base : BigDecimal.ONE;
    for (long left = exponent >> 1; left > 0; left >>= 1) {
      Interruption.check();
      square = InterruptibleDecimals.multiply(square, square, context);
      if ((left & 1) == 1) {
        product = InterruptibleDecimals.multiply(product, square, context);
      }
    }
    return product;
  }
}
