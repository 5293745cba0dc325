package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.sql.function.interrupt.Interruption;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Natural logarithm and exponential function with any number of digits, in binary fixed-point
 * arithmetic: a number is an integer multiple of a power of two. Every step checks whether the
 * statement is canceled.
 */
final class FixedPointMath {
  /** Bits beyond the requested ones, which absorb the rounding errors of all steps. */
  private static final int GUARD_BITS = 96;

  private static final double BITS_PER_DIGIT = 3.321928094887363;

  /** Number of bits of the fraction. */
  private final int bits;

  private final BigInteger one;

  private FixedPointMath(int bits) {
    this.bits = bits;
    this.one = BigInteger.ONE.shiftLeft(bits);
  }

  /**
   * Returns the logarithm of a positive number, rounded to {@code scale} digits after the point.
   */
  static BigDecimal ln(BigDecimal value, int scale) {
    int bits = bitsOf(scale) + reductions(bitsOf(scale)) + GUARD_BITS;
    FixedPointMath math = new FixedPointMath(bits);
    return math.toDecimal(math.ln(value), scale);
  }

  /**
   * Returns e to the power of a number, rounded to {@code scale} digits after the point.
   *
   * @param wholeDigits upper bound of the number of digits before the point of the result
   */
  static BigDecimal exp(BigDecimal value, int scale, int wholeDigits) {
    int result = bitsOf(scale + Math.max(0, wholeDigits));
    FixedPointMath math = new FixedPointMath(result + 2 * reductions(result) + GUARD_BITS);
    return math.toDecimal(math.exp(math.of(value)), scale);
  }

  private static int bitsOf(int digits) {
    return (int) (digits * BITS_PER_DIGIT) + 1;
  }

  /** Returns the number of halvings after which a series of so many bits converges fastest. */
  private static int reductions(int bits) {
    return 4 + (int) Math.sqrt(bits / 2.0);
  }

  private BigInteger of(BigDecimal value) {
    BigInteger shifted = value.unscaledValue().shiftLeft(bits);
    return value.scale() >= 0
        ? shifted.divide(BigInteger.TEN.pow(value.scale()))
        : shifted.multiply(BigInteger.TEN.pow(-value.scale()));
  }

  private BigDecimal toDecimal(BigInteger value, int scale) {
    BigInteger scaled = value.abs().multiply(BigInteger.TEN.pow(scale)).shiftLeft(1);
    BigInteger rounded = scaled.shiftRight(bits).add(BigInteger.ONE).shiftRight(1);
    return new BigDecimal(value.signum() < 0 ? rounded.negate() : rounded, scale);
  }

  private BigInteger multiply(BigInteger left, BigInteger right) {
    return left.multiply(right).shiftRight(bits);
  }

  private BigInteger ln(BigDecimal value) {
    int exponent = exponentOf(value);
    BigInteger near = mantissa(value, exponent);
    BigInteger logarithm = lnOfMantissa(near);
    return exponent == 0
        ? logarithm
        : logarithm.add(lnTwo().multiply(BigInteger.valueOf(exponent)));
  }

  /** Returns the power of two by which the value is divided so that it is nearly one. */
  private static int exponentOf(BigDecimal value) {
    BigInteger divisor = BigInteger.TEN.pow(Math.max(0, value.scale()));
    BigInteger dividend = value.unscaledValue();
    int exponent = dividend.bitLength() - divisor.bitLength();
    BigInteger twice = dividend.shiftLeft(1 + Math.max(0, -exponent));
    BigInteger limit = divisor.shiftLeft(Math.max(0, exponent)).multiply(BigInteger.valueOf(3));
    return twice.compareTo(limit) > 0 ? exponent + 1 : exponent;
  }

  private BigInteger mantissa(BigDecimal value, int exponent) {
    BigInteger divisor = BigInteger.TEN.pow(Math.max(0, value.scale()));
    int shift = bits - exponent;
    return shift >= 0
        ? value.unscaledValue().shiftLeft(shift).divide(divisor)
        : value.unscaledValue().divide(divisor.shiftLeft(-shift));
  }

  /** Takes square roots until the number is close to one, where the series converges quickly. */
  private BigInteger lnOfMantissa(BigInteger mantissa) {
    BigInteger near = mantissa;
    int roots = 0;
    int rootsMax = reductions(bits);
    while (near.subtract(one).bitLength() > bits - rootsMax && roots < rootsMax) {
      Interruption.check();
      near = near.shiftLeft(bits).sqrt();
      roots++;
    }
    BigInteger ratio = near.subtract(one).shiftLeft(bits).divide(near.add(one));
    return areaTangent(ratio).shiftLeft(roots + 1);
  }

  /** Returns the inverse hyperbolic tangent of a small number, by its series. */
  private BigInteger areaTangent(BigInteger ratio) {
    BigInteger square = multiply(ratio, ratio);
    BigInteger power = ratio;
    BigInteger sum = ratio;
    for (int i = 3; power.bitLength() > 1; i += 2) {
      Interruption.check();
      power = multiply(power, square);
      sum = sum.add(power.divide(BigInteger.valueOf(i)));
    }
    return sum;
  }

  private BigInteger lnTwo() {
    BigInteger sum = areaTangent(26).multiply(BigInteger.valueOf(18));
    sum = sum.subtract(areaTangent(4801).shiftLeft(1));
    return sum.add(areaTangent(8749).shiftLeft(3));
  }

  /** Returns the inverse hyperbolic tangent of the reciprocal of a number. */
  private BigInteger areaTangent(long reciprocal) {
    BigInteger square = BigInteger.valueOf(reciprocal * reciprocal);
    BigInteger power = one.divide(BigInteger.valueOf(reciprocal));
    BigInteger sum = power;
    for (int i = 3; power.signum() != 0; i += 2) {
      Interruption.check();
      power = power.divide(square);
      sum = sum.add(power.divide(BigInteger.valueOf(i)));
    }
    return sum;
  }

  private BigInteger exp(BigInteger value) {
    BigInteger two = lnTwo();
    int exponent = value.divide(two).intValueExact();
    int halvings = reductions(bits);
    BigInteger near = value.subtract(two.multiply(BigInteger.valueOf(exponent)));
    BigInteger power = series(near.shiftRight(halvings));
    for (int i = 0; i < halvings; i++) {
      Interruption.check();
      power = multiply(power, power);
    }
    return exponent >= 0 ? power.shiftLeft(exponent) : power.shiftRight(-exponent);
  }

  private BigInteger series(BigInteger value) {
    BigInteger term = one;
    BigInteger sum = one;
    for (int i = 1; term.bitLength() > 1; i++) {
      Interruption.check();
      term = multiply(term, value).divide(BigInteger.valueOf(i));
      sum = sum.add(term);
    }
    return sum;
  }
}
