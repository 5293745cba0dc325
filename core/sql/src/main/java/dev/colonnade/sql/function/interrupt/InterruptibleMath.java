package dev.colonnade.sql.function.interrupt;

import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * Arithmetic of long integers that can be canceled: each operation is divided into parts and checks
 * the cancellation of the statement between them. The results are those of the JDK's methods.
 */
public final class InterruptibleMath {
  /** Number of bits of a factor up to which the JDK multiplies in one step. */
  static final int STEP_BITS = 1 << 14;

  /** Number of bits of the longer number up to which the JDK computes in one step. */
  private static final int LONGER_BITS = 4 * STEP_BITS;

  /** Number of decimal digits up to which a number becomes text in one step. */
  private static final int TEXT_DIGITS = 2000;

  /** Number of bits up to which all of a number becomes text in one step. */
  private static final int TEXT_BITS = 3 * TEXT_DIGITS;

  /** Number of bits up to which a common divisor is found in one step. */
  private static final int DIVISOR_BITS = 1 << 13;

  /** Number of bits by which a divisor is longer than the quotient before its tail is cut off. */
  private static final int TAIL_BITS_MIN = 1 << 12;

  private InterruptibleMath() {}

  /** Returns the product of two numbers, by Karatsuba's method. */
  public static BigInteger multiply(BigInteger left, BigInteger right) {
    Interruption.check();
    int shorterBits = Math.min(left.bitLength(), right.bitLength());
    int longerBits = Math.max(left.bitLength(), right.bitLength());
    if (shorterBits <= STEP_BITS && longerBits <= LONGER_BITS) {
      return left.multiply(right);
    }
    boolean isLeftLonger = left.bitLength() == longerBits;
    BigInteger longer = (isLeftLonger ? left : right).abs();
    BigInteger shorter = (isLeftLonger ? right : left).abs();
    BigInteger product =
        2 * shorterBits <= longerBits
            ? multiplyHalves(longer, shorter)
            : multiplyInHalves(longer, shorter);
    return left.signum() * right.signum() < 0 ? product.negate() : product;
  }

  private static BigInteger multiplyHalves(BigInteger longer, BigInteger shorter) {
    int half = longer.bitLength() / 2;
    BigInteger high = longer.shiftRight(half);
    return multiply(high, shorter)
        .shiftLeft(half)
        .add(multiply(lowBits(longer, high, half), shorter));
  }

  private static BigInteger multiplyInHalves(BigInteger left, BigInteger right) {
    int half = Math.max(left.bitLength(), right.bitLength()) / 2;
    BigInteger leftHigh = left.shiftRight(half);
    BigInteger leftLow = lowBits(left, leftHigh, half);
    BigInteger rightHigh = right.shiftRight(half);
    BigInteger rightLow = lowBits(right, rightHigh, half);
    BigInteger high = multiply(leftHigh, rightHigh);
    BigInteger low = multiply(leftLow, rightLow);
    BigInteger middle =
        multiply(leftHigh.add(leftLow), rightHigh.add(rightLow)).subtract(high).subtract(low);
    return high.shiftLeft(half).add(middle).shiftLeft(half).add(low);
  }

  private static BigInteger lowBits(BigInteger value, BigInteger high, int bits) {
    return value.subtract(high.shiftLeft(bits));
  }

  /** Returns ten to the power of {@code exponent}. */
  static BigInteger powerOfTen(int exponent) {
    if (exponent <= STEP_BITS / Integer.SIZE) {
      return BigInteger.TEN.pow(exponent);
    }
    BigInteger half = powerOfTen(exponent / 2);
    BigInteger square = multiply(half, half);
    return exponent % 2 == 0 ? square : square.multiply(BigInteger.TEN);
  }

  /** Returns the quotient, rounded towards zero, and the remainder. */
  public static BigInteger[] divide(BigInteger dividend, BigInteger divisor) {
    Interruption.check();
    if (dividend.bitLength() <= LONGER_BITS) {
      return dividend.divideAndRemainder(divisor);
    }
    BigInteger[] parts = divideInHalves(dividend.abs(), divisor.abs());
    return new BigInteger[] {
      dividend.signum() * divisor.signum() < 0 ? parts[0].negate() : parts[0],
      dividend.signum() < 0 ? parts[1].negate() : parts[1]
    };
  }

  /** Divides recursively, as Burnikel and Ziegler describe it. */
  private static BigInteger[] divideInHalves(BigInteger dividend, BigInteger divisor) {
    int quotientBits = dividend.bitLength() - divisor.bitLength() + 1;
    if (quotientBits <= 0) {
      return new BigInteger[] {BigInteger.ZERO, dividend};
    }
    int tailBits = divisor.bitLength() - quotientBits - 1;
    if (tailBits >= TAIL_BITS_MIN) {
      return divideWithoutTail(dividend, divisor, tailBits);
    }
    int half = quotientBits / 2;
    BigInteger head = dividend.shiftRight(half);
    BigInteger[] high = divide(head, divisor);
    BigInteger rest = high[1].shiftLeft(half).add(lowBits(dividend, head, half));
    BigInteger[] low = divide(rest, divisor);
    return new BigInteger[] {high[0].shiftLeft(half).add(low[0]), low[1]};
  }

  /** Estimates the quotient, which may be too large by two, without the last bits of both. */
  private static BigInteger[] divideWithoutTail(
      BigInteger dividend, BigInteger divisor, int tailBits) {
    BigInteger quotient = divide(dividend.shiftRight(tailBits), divisor.shiftRight(tailBits))[0];
    BigInteger remainder = dividend.subtract(multiply(quotient, divisor));
    while (remainder.signum() < 0) {
      quotient = quotient.subtract(BigInteger.ONE);
      remainder = remainder.add(divisor);
    }
    return new BigInteger[] {quotient, remainder};
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
      int before = bits;
      bits = rootBits >> shift;
      root =
          root.shiftLeft(bits - before - 1)
              .add(divide(value.shiftRight(2 * rootBits - before - bits + 1), root)[0]);
    }
    return multiply(root, root).compareTo(value) > 0 ? root.subtract(BigInteger.ONE) : root;
  }

  /** Returns the greatest common divisor of two numbers, by Euclid's algorithm. */
  public static BigInteger gcd(BigInteger left, BigInteger right) {
    BigInteger larger = left.abs();
    BigInteger divisor = right.abs();
    while (divisor.bitLength() > DIVISOR_BITS) {
      BigInteger remainder = divide(larger, divisor)[1];
      larger = divisor;
      divisor = remainder;
    }
    return larger.gcd(divisor);
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
    BigInteger[] parts = divide(value, powerOfTen(low));
    appendDigits(parts[0], Math.max(0, width - low), out);
    appendDigits(parts[1], low, out);
  }

  /** Returns the number of a text of decimal digits. */
  public static BigInteger parseDigits(String digits) {
    Interruption.check();
    if (digits.length() <= TEXT_DIGITS) {
      return new BigInteger(digits);
    }
    int split = digits.length() / 2;
    BigInteger high = parseDigits(digits.substring(0, split));
    return multiply(high, powerOfTen(digits.length() - split))
        .add(parseDigits(digits.substring(split)));
  }
}
