package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.InterruptibleDecimals;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Checked arithmetic: overflow throws, and NUMERIC division has PostgreSQL's scale. */
public final class CheckedArithmetic {
  /** Minimum number of significant digits of a NUMERIC quotient. */
  private static final int QUOTIENT_DIGITS_MIN = 16;

  /** Decimal digits per NUMERIC digit group in PostgreSQL. */
  private static final int GROUP_DIGITS = 4;

  private static final int SCALE_MAX = 1000;

  /** Maximum number of digits of which BigDecimal's remainder is fast. */
  private static final int PLAIN_DIGITS_MAX = 100;

  private CheckedArithmetic() {}

  public static short addShort(short left, short right) {
    return shortOf(left + right);
  }

  public static short subtractShort(short left, short right) {
    return shortOf(left - right);
  }

  public static short multiplyShort(short left, short right) {
    return shortOf(left * right);
  }

  public static short divideShort(short left, short right) {
    requireNotZero(right == 0);
    return shortOf(left / right);
  }

  public static short modShort(short left, short right) {
    requireNotZero(right == 0);
    return (short) (left % right);
  }

  public static short negateShort(short value) {
    return shortOf(-value);
  }

  private static short shortOf(int value) {
    if (value != (short) value) {
      throw outOfRange("smallint");
    }
    return (short) value;
  }

  public static int addInt(int left, int right) {
    return intOf((long) left + right);
  }

  public static int subtractInt(int left, int right) {
    return intOf((long) left - right);
  }

  public static int multiplyInt(int left, int right) {
    return intOf((long) left * right);
  }

  public static int divideInt(int left, int right) {
    requireNotZero(right == 0);
    return intOf((long) left / right);
  }

  public static int modInt(int left, int right) {
    requireNotZero(right == 0);
    return (int) ((long) left % right);
  }

  public static int negateInt(int value) {
    return intOf(-(long) value);
  }

  private static int intOf(long value) {
    if (value != (int) value) {
      throw outOfRange("integer");
    }
    return (int) value;
  }

  public static long addLong(long left, long right) {
    try {
      return Math.addExact(left, right);
    } catch (ArithmeticException e) {
      throw outOfRange("bigint");
    }
  }

  public static long subtractLong(long left, long right) {
    try {
      return Math.subtractExact(left, right);
    } catch (ArithmeticException e) {
      throw outOfRange("bigint");
    }
  }

  public static long multiplyLong(long left, long right) {
    try {
      return Math.multiplyExact(left, right);
    } catch (ArithmeticException e) {
      throw outOfRange("bigint");
    }
  }

  public static long divideLong(long left, long right) {
    requireNotZero(right == 0);
    if (right == -1) {
      return negateLong(left);
    }
    return left / right;
  }

  public static long modLong(long left, long right) {
    requireNotZero(right == 0);
    return right == -1 ? 0 : left % right;
  }

  public static long negateLong(long value) {
    return subtractLong(0, value);
  }

  public static float addFloat(float left, float right) {
    return finite(left + right, left, right);
  }

  public static float subtractFloat(float left, float right) {
    return finite(left - right, left, right);
  }

  public static float multiplyFloat(float left, float right) {
    float result = finite(left * right, left, right);
    requireNoUnderflow(result == 0 && left != 0 && right != 0);
    return result;
  }

  public static float divideFloat(float left, float right) {
    requireNotZero(right == 0 && !Float.isNaN(left));
    float result = finite(left / right, left, right);
    requireNoUnderflow(result == 0 && left != 0 && !Float.isInfinite(right));
    return result;
  }

  private static void requireNoUnderflow(boolean isUnderflow) {
    if (isUnderflow) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: underflow");
    }
  }

  public static float negateFloat(float value) {
    return -value;
  }

  private static float finite(float result, float left, float right) {
    if (Float.isInfinite(result) && !Float.isInfinite(left) && !Float.isInfinite(right)) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: overflow");
    }
    return result;
  }

  public static double addDouble(double left, double right) {
    return finite(left + right, left, right);
  }

  public static double subtractDouble(double left, double right) {
    return finite(left - right, left, right);
  }

  public static double multiplyDouble(double left, double right) {
    double result = finite(left * right, left, right);
    requireNoUnderflow(result == 0 && left != 0 && right != 0);
    return result;
  }

  public static double divideDouble(double left, double right) {
    requireNotZero(right == 0 && !Double.isNaN(left));
    double result = finite(left / right, left, right);
    requireNoUnderflow(result == 0 && left != 0 && !Double.isInfinite(right));
    return result;
  }

  public static double negateDouble(double value) {
    return -value;
  }

  private static double finite(double result, double left, double right) {
    if (Double.isInfinite(result) && !Double.isInfinite(left) && !Double.isInfinite(right)) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: overflow");
    }
    return result;
  }

  private static boolean isSpecial(BigDecimal left, BigDecimal right) {
    return SpecialNumeric.is(left) || SpecialNumeric.is(right);
  }

  public static BigDecimal addDecimal(BigDecimal left, BigDecimal right) {
    if (isSpecial(left, right)) {
      return SpecialArithmetic.add(left, right);
    }
    return NumericLimits.require(left.add(right));
  }

  public static BigDecimal subtractDecimal(BigDecimal left, BigDecimal right) {
    if (isSpecial(left, right)) {
      return SpecialArithmetic.add(left, SpecialArithmetic.negate(right));
    }
    return NumericLimits.require(left.subtract(right));
  }

  public static BigDecimal multiplyDecimal(BigDecimal left, BigDecimal right) {
    if (isSpecial(left, right)) {
      return SpecialArithmetic.multiply(left, right);
    }
    return NumericLimits.requireRounded(InterruptibleDecimals.multiply(left, right));
  }

  /** Returns the quotient with PostgreSQL's scale. */
  public static BigDecimal divideDecimal(BigDecimal left, BigDecimal right) {
    requireNotZero(right.signum() == 0 && !SpecialNumeric.isNaN(left));
    if (isSpecial(left, right)) {
      return SpecialArithmetic.divide(left, right);
    }
    return NumericLimits.require(
        InterruptibleDecimals.divide(
            left, right, quotientScale(left, right), RoundingMode.HALF_UP));
  }

  public static BigDecimal modDecimal(BigDecimal left, BigDecimal right) {
    requireNotZero(right.signum() == 0 && !SpecialNumeric.isNaN(left));
    if (isSpecial(left, right)) {
      return SpecialArithmetic.remainder(left, right);
    }
    int scale = Math.max(left.scale(), right.scale());
    if (left.precision() <= PLAIN_DIGITS_MAX && right.precision() <= PLAIN_DIGITS_MAX) {
      return left.remainder(right).setScale(scale);
    }
    // Much faster for long numbers than BigDecimal's remainder.
    return InterruptibleDecimals.remainder(left, right, scale);
  }

  public static BigDecimal negateDecimal(BigDecimal value) {
    return SpecialArithmetic.negate(value);
  }

  /**
   * Returns the scale of a quotient: at least sixteen significant digits, counted in groups of
   * four, and at least the scale of both operands.
   */
  private static int quotientScale(BigDecimal left, BigDecimal right) {
    int weight = weight(left) - weight(right);
    if (firstGroup(left) <= firstGroup(right)) {
      weight--;
    }
    int scale = QUOTIENT_DIGITS_MIN - weight * GROUP_DIGITS;
    scale = Math.max(scale, Math.max(left.scale(), right.scale()));
    return Math.clamp(scale, 0, SCALE_MAX);
  }

  /** Returns the weight of the first digit group: its power of ten thousand. */
  private static int weight(BigDecimal value) {
    return value.signum() == 0
        ? 0
        : Math.floorDiv(value.precision() - value.scale() - 1, GROUP_DIGITS);
  }

  private static int firstGroup(BigDecimal value) {
    if (value.signum() == 0) {
      return 0;
    }
    BigDecimal scaled = value.abs().scaleByPowerOfTen(-weight(value) * GROUP_DIGITS);
    return InterruptibleDecimals.setScale(scaled, 0, RoundingMode.DOWN).intValueExact();
  }

  public static BigDecimal truncDecimal(BigDecimal value) {
    return SpecialNumeric.is(value)
        ? value
        : InterruptibleDecimals.setScale(value, 0, RoundingMode.DOWN);
  }

  public static double truncDouble(double value) {
    return value < 0 ? Math.ceil(value) : Math.floor(value);
  }

  public static BigDecimal signDecimal(BigDecimal value) {
    return SpecialNumeric.isNaN(value) ? value : BigDecimal.valueOf(value.signum());
  }

  public static double signDouble(double value) {
    return value > 0 ? 1 : value < 0 ? -1 : 0; // of NaN as well, as in PostgreSQL
  }

  /** Returns a power of ten in PostgreSQL's notation. */
  private static String limit(int exponent) {
    return exponent == 0 ? "1" : "10^" + exponent;
  }

  /** Rounds a number to a NUMERIC type; VALUE_OUT_OF_RANGE if it does not fit. */
  public static BigDecimal fitDecimal(BigDecimal value, int precision, int scale) {
    if (SpecialNumeric.isNaN(value)) {
      return value;
    }
    if (SpecialNumeric.isInfinite(value)) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "numeric field overflow",
          ErrorFields.NONE.withDetail(
              "A field with precision %d, scale %d cannot hold an infinite value."
                  .formatted(precision, scale)));
    }
    BigDecimal rounded = InterruptibleDecimals.setScale(value, scale, RoundingMode.HALF_UP);
    if (rounded.precision() > precision && rounded.signum() != 0) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "numeric field overflow",
          ErrorFields.NONE.withDetail(
              "A field with precision %d, scale %d must round to an absolute value less than %s."
                  .formatted(precision, scale, limit(precision - scale))));
    }
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  /** Returns the number in a scale-independent form, for use as a hash key. */
  public static BigDecimal keyDecimal(BigDecimal value) {
    return value.signum() == 0 ? BigDecimal.ZERO : InterruptibleDecimals.stripTrailingZeros(value);
  }

  static void requireNotZero(boolean isZero) {
    if (isZero) {
      throw new ColonnadeException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    }
  }

  static BigInteger rounded(BigDecimal value) {
    return value.setScale(0, RoundingMode.HALF_UP).toBigInteger();
  }

  static ColonnadeException outOfRange(String type) {
    return new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, type + " out of range");
  }
}
