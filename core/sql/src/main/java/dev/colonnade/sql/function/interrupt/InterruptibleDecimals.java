package dev.colonnade.sql.function.interrupt;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;

/**
 * Arithmetic of long decimal numbers that can be canceled. The results are those of the methods of
 * {@link BigDecimal}, which compute short numbers.
 */
public final class InterruptibleDecimals {
  private InterruptibleDecimals() {}

  private static boolean isLong(BigDecimal value) {
    return value.unscaledValue().bitLength() > InterruptibleMath.STEP_BITS;
  }

  /** Returns the order of two numbers as {@link BigDecimal#compareTo}. */
  public static int compare(BigDecimal left, BigDecimal right) {
    if (isLong(left) && isLong(right)) {
      Interruption.check();
    }
    return left.compareTo(right);
  }

  public static BigDecimal multiply(BigDecimal left, BigDecimal right) {
    return isLong(left) && isLong(right)
        ? new BigDecimal(
            InterruptibleMath.multiply(left.unscaledValue(), right.unscaledValue()),
            left.scale() + right.scale())
        : left.multiply(right);
  }

  /** Returns the product, rounded half up to the number of digits of the context. */
  public static BigDecimal multiply(BigDecimal left, BigDecimal right, MathContext context) {
    BigDecimal product = multiply(left, right);
    if (!isLong(product)) {
      return product.round(context);
    }
    int excess = product.precision() - context.getPrecision();
    // Rounding up can make one digit more.
    return excess <= 0
        ? product
        : setScale(product, product.scale() - excess, RoundingMode.HALF_UP).round(context);
  }

  /** Returns the quotient, rounded to {@code scale} digits after the point. */
  public static BigDecimal divide(BigDecimal left, BigDecimal right, int scale, RoundingMode mode) {
    int shift = scale - left.scale() + right.scale();
    if (!isLong(left) && !isLong(right) && shift <= InterruptibleMath.STEP_BITS / Integer.SIZE) {
      return left.divide(right, scale, mode);
    }
    BigInteger dividend = left.unscaledValue();
    BigInteger divisor = right.unscaledValue();
    return rounded(
        shift >= 0 ? shifted(dividend, shift) : dividend,
        shift >= 0 ? divisor : shifted(divisor, -shift),
        scale,
        mode);
  }

  private static BigInteger shifted(BigInteger value, int digits) {
    return InterruptibleMath.multiply(value, InterruptibleMath.powerOfTen(digits));
  }

  /** Returns the remainder of the quotient that is rounded towards zero, with a scale. */
  public static BigDecimal remainder(BigDecimal left, BigDecimal right, int scale) {
    BigInteger dividend = setScale(left, scale, RoundingMode.UNNECESSARY).unscaledValue();
    BigInteger divisor = setScale(right, scale, RoundingMode.UNNECESSARY).unscaledValue();
    return new BigDecimal(InterruptibleMath.divide(dividend, divisor)[1], scale);
  }

  /** Returns the value with {@code scale} digits after the point. */
  public static BigDecimal setScale(BigDecimal value, int scale, RoundingMode mode) {
    long shift = (long) scale - value.scale();
    if (shift == 0 || value.signum() == 0 || !isLong(value)) {
      return value.setScale(scale, mode);
    }
    if (shift > 0) {
      return new BigDecimal(shifted(value.unscaledValue(), Math.toIntExact(shift)), scale);
    }
    return -shift > value.precision()
        ? value.setScale(scale, mode)
        : rounded(
            value.unscaledValue(),
            InterruptibleMath.powerOfTen(Math.toIntExact(-shift)),
            scale,
            mode);
  }

  /** Returns the rounded quotient, in units of the last digit of {@code scale}. */
  private static BigDecimal rounded(
      BigInteger dividend, BigInteger divisor, int scale, RoundingMode mode) {
    BigInteger[] parts = InterruptibleMath.divide(dividend, divisor);
    int sign = dividend.signum() * divisor.signum();
    BigInteger digit = BigInteger.valueOf((long) sign * nextDigit(parts[1].abs(), divisor.abs()));
    return new BigDecimal(parts[0].multiply(BigInteger.TEN).add(digit), scale + 1)
        .setScale(scale, mode);
  }

  /** Returns a digit that stands for the remainder when it is rounded. */
  private static int nextDigit(BigInteger remainder, BigInteger divisor) {
    if (remainder.signum() == 0) {
      return 0;
    }
    int comparison = remainder.shiftLeft(1).compareTo(divisor);
    return comparison < 0 ? 1 : comparison == 0 ? 5 : 9;
  }

  /** Returns the value without zeros at its end, as {@link BigDecimal#stripTrailingZeros}. */
  public static BigDecimal stripTrailingZeros(BigDecimal value) {
    if (!isLong(value)) {
      return value.stripTrailingZeros();
    }
    BigInteger units = value.unscaledValue();
    int scale = value.scale();
    // A number that ends with n zeros has n factors of two.
    for (int zeros = Integer.highestOneBit(Math.max(1, units.getLowestSetBit()));
        zeros > 0;
        zeros /= 2) {
      if (units.getLowestSetBit() >= zeros) {
        BigInteger[] parts = InterruptibleMath.divide(units, InterruptibleMath.powerOfTen(zeros));
        if (parts[1].signum() == 0) {
          units = parts[0];
          scale -= zeros;
        }
      }
    }
    return new BigDecimal(units, scale);
  }
}
