package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.FunctionContext;
import dev.colonnade.sql.function.interrupt.InterruptibleDecimals;
import dev.colonnade.sql.function.interrupt.InterruptibleMath;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.NumericLimits;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Mathematical functions. */
public final class MathFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "abs(int2) int2 = absShort",
          "abs(int4) int4 = absInt",
          "abs(int8) int8 = absLong",
          "abs(numeric) numeric = absDecimal",
          "abs(float4) float4 = absReal",
          "abs(float8) float8 = absDouble",
          "sign(numeric) numeric = signDecimal",
          "sign(float8) float8 = signDouble",
          "ceil(numeric) numeric = ceilDecimal",
          "ceil(float8) float8 = ceilDouble",
          "ceiling(numeric) numeric = ceilDecimal",
          "ceiling(float8) float8 = ceilDouble",
          "floor(numeric) numeric = floorDecimal",
          "floor(float8) float8 = floorDouble",
          "round(numeric) numeric = roundDecimal",
          "round(float8) float8 = roundDouble",
          "round(numeric, int4) numeric = roundDigits",
          "trunc(numeric) numeric = truncDecimal",
          "trunc(float8) float8 = truncDouble",
          "trunc(numeric, int4) numeric = truncDigits",
          "mod(int2, int2) int2 = modShort",
          "mod(int4, int4) int4 = modInt",
          "mod(int8, int8) int8 = modLong",
          "mod(numeric, numeric) numeric = modDecimal",
          "div(numeric, numeric) numeric",
          "gcd(int4, int4) int4 = gcdInt",
          "gcd(int8, int8) int8",
          "lcm(int4, int4) int4 = lcmInt",
          "lcm(int8, int8) int8",
          "factorial(int8) numeric",
          "sqrt(numeric) numeric = sqrtDecimal",
          "sqrt(float8) float8 = sqrtDouble",
          "cbrt(float8) float8",
          "power(numeric, numeric) numeric = powerDecimal",
          "power(float8, float8) float8 = powerDouble",
          "pow(numeric, numeric) numeric = powerDecimal",
          "pow(float8, float8) float8 = powerDouble",
          "exp(numeric) numeric = expDecimal",
          "exp(float8) float8 = expDouble",
          "ln(numeric) numeric = lnDecimal",
          "ln(float8) float8 = lnDouble",
          "log(numeric) numeric = logDecimal",
          "log(float8) float8 = logDouble",
          "log10(numeric) numeric = logDecimal",
          "log10(float8) float8 = logDouble",
          "log(numeric, numeric) numeric = logBase",
          "pi() float8",
          "degrees(float8) float8",
          "radians(float8) float8",
          "sin(float8) float8",
          "cos(float8) float8",
          "tan(float8) float8",
          "cot(float8) float8",
          "asin(float8) float8",
          "acos(float8) float8",
          "atan(float8) float8",
          "atan2(float8, float8) float8",
          "sinh(float8) float8",
          "cosh(float8) float8",
          "tanh(float8) float8",
          "random() float8~",
          "width_bucket(numeric, numeric, numeric, int4) int4 = widthBucketDecimal",
          "width_bucket(float8, float8, float8, int4) int4",
          "scale(numeric) int4",
          "min_scale(numeric) int4",
          "trim_scale(numeric) numeric");

  /** Largest number whose factorial fits a NUMERIC. */
  private static final double RADIANS_PER_DEGREE = 0.017453292519943295;

  private static final int FACTORIAL_MAX = 32_177;

  private MathFunctions() {}

  public static short absShort(short value) {
    return value < 0 ? CheckedArithmetic.negateShort(value) : value;
  }

  public static int absInt(int value) {
    return value < 0 ? CheckedArithmetic.negateInt(value) : value;
  }

  public static long absLong(long value) {
    return value < 0 ? CheckedArithmetic.negateLong(value) : value;
  }

  public static BigDecimal absDecimal(BigDecimal value) {
    return SpecialNumeric.isNaN(value) ? value : value.abs();
  }

  public static float absReal(float value) {
    return Math.abs(value);
  }

  public static double absDouble(double value) {
    return Math.abs(value);
  }

  public static BigDecimal signDecimal(BigDecimal value) {
    return CheckedArithmetic.signDecimal(value);
  }

  public static double signDouble(double value) {
    return CheckedArithmetic.signDouble(value);
  }

  public static BigDecimal ceilDecimal(BigDecimal value) {
    return SpecialNumeric.is(value)
        ? value
        : InterruptibleDecimals.setScale(value, 0, RoundingMode.CEILING);
  }

  public static double ceilDouble(double value) {
    return Math.ceil(value);
  }

  public static BigDecimal floorDecimal(BigDecimal value) {
    return SpecialNumeric.is(value)
        ? value
        : InterruptibleDecimals.setScale(value, 0, RoundingMode.FLOOR);
  }

  public static double floorDouble(double value) {
    return Math.floor(value);
  }

  public static BigDecimal roundDecimal(BigDecimal value) {
    return SpecialNumeric.is(value)
        ? value
        : InterruptibleDecimals.setScale(value, 0, RoundingMode.HALF_UP);
  }

  public static double roundDouble(double value) {
    return Math.rint(value);
  }

  public static BigDecimal roundDigits(BigDecimal value, int digits) {
    return atDigits(value, digits, RoundingMode.HALF_UP);
  }

  private static BigDecimal atDigits(BigDecimal value, int digits, RoundingMode mode) {
    if (SpecialNumeric.is(value)) {
      return value;
    }
    int scale = Math.clamp(digits, -NumericLimits.WHOLE_DIGITS_MAX, NumericLimits.SCALE_MAX);
    BigDecimal rounded = NumericLimits.require(InterruptibleDecimals.setScale(value, scale, mode));
    return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
  }

  public static BigDecimal truncDecimal(BigDecimal value) {
    return CheckedArithmetic.truncDecimal(value);
  }

  public static double truncDouble(double value) {
    return CheckedArithmetic.truncDouble(value);
  }

  public static BigDecimal truncDigits(BigDecimal value, int digits) {
    return atDigits(value, digits, RoundingMode.DOWN);
  }

  public static short modShort(short left, short right) {
    return CheckedArithmetic.modShort(left, right);
  }

  public static int modInt(int left, int right) {
    return CheckedArithmetic.modInt(left, right);
  }

  public static long modLong(long left, long right) {
    return CheckedArithmetic.modLong(left, right);
  }

  public static BigDecimal modDecimal(BigDecimal left, BigDecimal right) {
    return CheckedArithmetic.modDecimal(left, right);
  }

  public static BigDecimal div(BigDecimal left, BigDecimal right) {
    if (SpecialNumeric.is(left) || SpecialNumeric.is(right)) {
      return CheckedArithmetic.divideDecimal(left, right);
    }
    requireNotZero(right.signum());
    return InterruptibleDecimals.divide(left, right, 0, RoundingMode.DOWN);
  }

  private static void requireNotZero(int signum) {
    if (signum == 0) {
      throw new ColonnadeException(ErrorCode.DIVISION_BY_ZERO, "division by zero");
    }
  }

  public static int gcdInt(int left, int right) {
    return Casts.longToInteger(gcd(left, right));
  }

  public static int lcmInt(int left, int right) {
    return Casts.longToInteger(lcm(left, right));
  }

  public static long gcd(long left, long right) {
    BigInteger divisor = BigInteger.valueOf(left).gcd(BigInteger.valueOf(right));
    if (divisor.bitLength() > Long.SIZE - 1) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "bigint out of range");
    }
    return divisor.longValue();
  }

  public static long lcm(long left, long right) {
    return left == 0 || right == 0
        ? 0
        : absLong(CheckedArithmetic.multiplyLong(left / gcd(left, right), right));
  }

  public static BigDecimal gcdDecimal(BigDecimal left, BigDecimal right) {
    if (SpecialNumeric.is(left) || SpecialNumeric.is(right)) {
      return SpecialNumeric.NAN;
    }
    int scale = Math.max(left.scale(), right.scale());
    return new BigDecimal(InterruptibleMath.gcd(units(left, scale), units(right, scale)), scale);
  }

  private static BigInteger units(BigDecimal value, int scale) {
    return InterruptibleDecimals.setScale(value, scale, RoundingMode.UNNECESSARY).unscaledValue();
  }

  public static BigDecimal lcmDecimal(BigDecimal left, BigDecimal right) {
    BigDecimal divisor = gcdDecimal(left, right);
    if (SpecialNumeric.isNaN(divisor) || divisor.signum() == 0) {
      return divisor;
    }
    BigDecimal quotient = InterruptibleDecimals.divide(left, divisor, 0, RoundingMode.UNNECESSARY);
    BigDecimal multiple = InterruptibleDecimals.multiply(quotient, right).abs();
    return NumericLimits.require(
        InterruptibleDecimals.setScale(multiple, divisor.scale(), RoundingMode.UNNECESSARY));
  }

  public static BigDecimal factorial(long value) {
    if (value < 0) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE, "factorial of a negative number is undefined");
    }
    if (value > FACTORIAL_MAX) {
      throw NumericLimits.overflow();
    }
    return DecimalMath.factorial((int) value);
  }

  public static BigDecimal sqrtDecimal(BigDecimal value) {
    if (SpecialNumeric.isNaN(value)) {
      return value;
    }
    if (value.signum() < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_POWER, "cannot take square root of a negative number");
    }
    return SpecialNumeric.is(value) ? value : DecimalMath.sqrt(value);
  }

  public static double sqrtDouble(double value) {
    if (value < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_POWER, "cannot take square root of a negative number");
    }
    return Math.sqrt(value);
  }

  public static double cbrt(double value) {
    return Math.cbrt(value);
  }

  public static BigDecimal powerDecimal(BigDecimal base, BigDecimal exponent) {
    if (SpecialNumeric.is(base) || SpecialNumeric.is(exponent)) {
      return specialPower(base, exponent);
    }
    requirePower(base.signum(), exponent.signum(), exponent.stripTrailingZeros().scale() <= 0);
    return DecimalMath.power(base, exponent);
  }

  private static BigDecimal specialPower(BigDecimal base, BigDecimal exponent) {
    boolean isOne = base.compareTo(BigDecimal.ONE) == 0;
    if (isOne || exponent.signum() == 0) {
      return BigDecimal.ONE;
    }
    if (SpecialNumeric.isNaN(base) || SpecialNumeric.isNaN(exponent)) {
      return SpecialNumeric.NAN;
    }
    boolean isFiniteExponent = !SpecialNumeric.is(exponent);
    boolean isWhole = !isFiniteExponent || exponent.stripTrailingZeros().scale() <= 0;
    requirePower(base.signum(), exponent.signum(), isWhole);
    if (isFiniteExponent) {
      boolean isOdd = isWhole && exponent.toBigInteger().testBit(0);
      return exponent.signum() < 0
          ? BigDecimal.ZERO
          : SpecialNumeric.infinity(base.signum() < 0 && isOdd);
    }
    int size = base.abs().compareTo(BigDecimal.ONE);
    if (size == 0) {
      return BigDecimal.ONE;
    }
    return size > 0 == exponent.signum() > 0 ? SpecialNumeric.INFINITY : BigDecimal.ZERO;
  }

  public static double powerDouble(double base, double exponent) {
    if (exponent == 0 || base == 1) {
      return 1; // of NaN too
    }
    if (Double.isNaN(base) || Double.isNaN(exponent)) {
      return Double.NaN;
    }
    if (base == -1 && Double.isInfinite(exponent)) {
      return 1;
    }
    requirePower(
        (int) Math.signum(base), (int) Math.signum(exponent), exponent == Math.rint(exponent));
    return inRange(
        Math.pow(base, exponent),
        Double.isInfinite(base) || Double.isInfinite(exponent),
        base == 0);
  }

  private static void requirePower(int base, int exponent, boolean isWhole) {
    if (base == 0 && exponent < 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_POWER, "zero raised to a negative power is undefined");
    }
    if (base < 0 && !isWhole) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_POWER,
          "a negative number raised to a non-integer power yields a complex result");
    }
  }

  public static BigDecimal expDecimal(BigDecimal value) {
    if (SpecialNumeric.is(value)) {
      return value.signum() < 0 ? BigDecimal.ZERO : value;
    }
    return DecimalMath.exp(value);
  }

  public static double expDouble(double value) {
    return inRange(Math.exp(value), Double.isInfinite(value), false);
  }

  /** Returns the result; throws if it overflows or underflows. */
  private static double inRange(double result, boolean mayBeInfinite, boolean mayBeZero) {
    if (Double.isInfinite(result) && !mayBeInfinite) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: overflow");
    }
    if (result == 0 && !mayBeZero && !mayBeInfinite) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value out of range: underflow");
    }
    return result;
  }

  public static BigDecimal lnDecimal(BigDecimal value) {
    requirePositive(value.signum());
    return SpecialNumeric.is(value) ? value : DecimalMath.ln(value);
  }

  public static double lnDouble(double value) {
    return Double.isNaN(value) ? value : Math.log(positive(value));
  }

  public static BigDecimal logDecimal(BigDecimal value) {
    return logBase(BigDecimal.TEN, value);
  }

  public static double logDouble(double value) {
    return Double.isNaN(value) ? value : Math.log10(positive(value));
  }

  private static double positive(double value) {
    requirePositive((int) Math.signum(value));
    return value;
  }

  public static BigDecimal logBase(BigDecimal base, BigDecimal value) {
    if (SpecialNumeric.isNaN(base) || SpecialNumeric.isNaN(value)) {
      return SpecialNumeric.NAN;
    }
    requirePositive(base.signum());
    requirePositive(value.signum());
    if (SpecialNumeric.is(base)) {
      return SpecialNumeric.is(value) ? SpecialNumeric.NAN : BigDecimal.ZERO;
    }
    if (SpecialNumeric.is(value)) {
      return value;
    }
    return DecimalMath.log(base, value);
  }

  private static void requirePositive(int signum) {
    if (signum <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_LOG,
          signum == 0
              ? "cannot take logarithm of zero"
              : "cannot take logarithm of a negative number");
    }
  }

  public static double pi() {
    return Math.PI;
  }

  public static double degrees(double value) {
    return value / RADIANS_PER_DEGREE;
  }

  public static double radians(double value) {
    return value * RADIANS_PER_DEGREE;
  }

  public static double sin(double value) {
    TrigonometricFunctions.requireNotInfinite(value);
    return Math.sin(value);
  }

  public static double cos(double value) {
    TrigonometricFunctions.requireNotInfinite(value);
    return Math.cos(value);
  }

  public static double tan(double value) {
    TrigonometricFunctions.requireNotInfinite(value);
    return Math.tan(value);
  }

  public static double cot(double value) {
    TrigonometricFunctions.requireNotInfinite(value);
    return 1 / Math.tan(value);
  }

  public static double asin(double value) {
    TrigonometricFunctions.requireUnit(value);
    return Math.asin(value);
  }

  public static double acos(double value) {
    TrigonometricFunctions.requireUnit(value);
    return Math.acos(value);
  }

  public static double atan(double value) {
    return Math.atan(value);
  }

  public static double atan2(double y, double x) {
    return Math.atan2(y, x);
  }

  public static double sinh(double value) {
    return Math.sinh(value);
  }

  public static double cosh(double value) {
    return Math.cosh(value);
  }

  public static double tanh(double value) {
    return Math.tanh(value);
  }

  public static double random(FunctionContext context) {
    return context.random();
  }

  public static int widthBucketDecimal(
      BigDecimal value, BigDecimal low, BigDecimal high, int count) {
    requireBounds(
        SpecialNumeric.isNaN(value) || SpecialNumeric.isNaN(low) || SpecialNumeric.isNaN(high),
        SpecialNumeric.is(low) || SpecialNumeric.is(high));
    requireBuckets(count, low.compareTo(high));
    boolean isFalling = low.compareTo(high) > 0;
    if (SpecialNumeric.is(value)) {
      return value.signum() > 0 == isFalling ? 0 : CheckedArithmetic.addInt(count, 1);
    }
    BigDecimal from = isFalling ? low.subtract(value) : value.subtract(low);
    BigDecimal width = low.subtract(high).abs();
    if (from.signum() < 0) {
      return 0;
    }
    return from.compareTo(width) >= 0
        ? CheckedArithmetic.addInt(count, 1)
        : lastAtMost(
            count,
            from.multiply(BigDecimal.valueOf(count))
                .divide(width, MathContext.DECIMAL128)
                .setScale(0, RoundingMode.FLOOR)
                .intValueExact());
  }

  /** Returns the number of a bucket from its index, which may be rounded up to their count. */
  private static int lastAtMost(int count, int index) {
    return Math.min(index, count - 1) + 1;
  }

  public static int widthBucket(double value, double low, double high, int count) {
    requireBounds(
        Double.isNaN(value) || Double.isNaN(low) || Double.isNaN(high),
        Double.isInfinite(low) || Double.isInfinite(high));
    requireBuckets(count, Double.compare(low, high));
    boolean isFalling = low > high;
    if (isFalling ? value > low : value < low) {
      return 0;
    }
    if (isFalling ? value <= high : value >= high) {
      return CheckedArithmetic.addInt(count, 1);
    }
    double position = count * Math.abs(value - low) / Math.abs(high - low);
    if (!Double.isFinite(position)) {
      double halfWidth = Math.abs(high / 2 - low / 2);
      position = count * (Math.abs(value / 2 - low / 2) / halfWidth);
    }
    return (int) (position + 1);
  }

  private static void requireBounds(boolean isNaN, boolean isInfinite) {
    if (isNaN) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_BUCKET,
          "operand, lower bound, and upper bound cannot be NaN");
    }
    if (isInfinite) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_BUCKET, "lower and upper bounds must be finite");
    }
  }

  private static void requireBuckets(int count, int order) {
    if (count <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_BUCKET, "count must be greater than zero");
    }
    if (order == 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT_FOR_BUCKET, "lower bound cannot equal upper bound");
    }
  }

  public static @Nullable Integer scale(BigDecimal value) {
    return SpecialNumeric.is(value) ? null : (Integer) value.scale();
  }

  public static @Nullable Integer minScale(BigDecimal value) {
    return SpecialNumeric.is(value)
        ? null
        : (Integer) Math.max(0, InterruptibleDecimals.stripTrailingZeros(value).scale());
  }

  public static BigDecimal trimScale(BigDecimal value) {
    Integer scale = minScale(value);
    return scale == null
        ? value
        : InterruptibleDecimals.setScale(value, scale, RoundingMode.UNNECESSARY);
  }
}
