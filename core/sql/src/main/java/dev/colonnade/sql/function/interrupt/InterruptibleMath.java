package dev.colonnade.sql.function.interrupt;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Arithmetic of long numbers that can be canceled: each operation is divided into parts and checks
 * the cancellation of the statement between them. The results are those of the JDK's methods.
 */
public final class InterruptibleMath {
  /** Number of bits up to which a factor is multiplied in one step. */
  private static final int FACTOR_BITS = 1 << 16;

  /** Number of decimal digits up to which a number becomes text in one step. */
  private static final int TEXT_DIGITS = 2000;

  /** Number of bits up to which all of a number becomes text in one step. */
  private static final int TEXT_BITS = 3 * TEXT_DIGITS;

  private InterruptibleMath() {}

  /** Returns the product of two numbers that are not negative, by Karatsuba's method. */
  public static BigInteger multiply(BigInteger left, BigInteger right) {
    Interruption.check();
    if (Math.min(left.bitLength(), right.bitLength()) <= FACTOR_BITS) {
      return left.multiply(right);
    }
    int half = Math.max(left.bitLength(), right.bitLength()) / 2;
    BigInteger leftHigh = left.shiftRight(half);
    BigInteger leftLow = left.subtract(leftHigh.shiftLeft(half));
    BigInteger rightHigh = right.shiftRight(half);
    BigInteger rightLow = right.subtract(rightHigh.shiftLeft(half));
    BigInteger high = multiply(leftHigh, rightHigh);
    BigInteger low = multiply(leftLow, rightLow);
    BigInteger middle =
        multiply(leftHigh.add(leftLow), rightHigh.add(rightLow)).subtract(high).subtract(low);
    return high.shiftLeft(half).add(middle).shiftLeft(half).add(low);
  }

  /**
   * Returns the largest integer whose square is at most {@code value}, which is positive: Newton's
   * iteration, each step of which doubles the number of bits of the root.
   */
  public static BigInteger sqrt(BigInteger value) {
    int rootBits = (value.bitLength() - 1) / 2;
    BigInteger root = BigInteger.ONE;
    int bits = 0;
    for (int shift = Integer.SIZE - Integer.numberOfLeadingZeros(rootBits) - 1;
        shift >= 0;
        shift--) {
      Interruption.check();
      int before = bits;
      bits = rootBits >> shift;
      root =
          root.shiftLeft(bits - before - 1)
              .add(value.shiftRight(2 * rootBits - before - bits + 1).divide(root));
    }
    Interruption.check();
    return multiply(root, root).compareTo(value) > 0 ? root.subtract(BigInteger.ONE) : root;
  }

  /** Returns the text of a number without an exponent. */
  public static String toPlainString(BigDecimal value) {
    BigInteger units = value.unscaledValue();
    if (units.bitLength() <= TEXT_BITS || value.scale() < 0) {
      return value.toPlainString();
    }
    StringBuilder out = new StringBuilder();
    appendDigits(units.abs(), 0, out);
    if (value.scale() > 0) {
      if (out.length() <= value.scale()) {
        out.insert(0, "0".repeat(value.scale() + 1 - out.length()));
      }
      out.insert(out.length() - value.scale(), '.');
    }
    return value.signum() < 0 ? out.insert(0, '-').toString() : out.toString();
  }

  /** Appends the digits of a number in halves, with zeros before them up to {@code width}. */
  private static void appendDigits(BigInteger value, int width, StringBuilder out) {
    Interruption.check();
    if (value.bitLength() <= TEXT_BITS) {
      String digits = value.toString();
      out.repeat('0', Math.max(0, width - digits.length())).append(digits);
      return;
    }
    // At least as many digits as the lower half has remain above it.
    int low = (int) (value.bitLength() * 0.30102 / 2);
    BigInteger[] parts = value.divideAndRemainder(powerOfTen(low));
    appendDigits(parts[0], Math.max(0, width - low), out);
    appendDigits(parts[1], low, out);
  }

  private static BigInteger powerOfTen(int exponent) {
    Interruption.check();
    return BigInteger.TEN.pow(exponent);
  }
}
