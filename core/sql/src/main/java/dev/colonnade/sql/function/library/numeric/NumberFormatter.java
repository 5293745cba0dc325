package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.library.numeric.NumberFormatPattern.Trait;
import dev.colonnade.sql.function.scalar.Casts;
import dev.colonnade.sql.function.scalar.NumericLimits;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/** Number formatter of to_char: rounds a number to the digits of the format, and writes it. */
public final class NumberFormatter {
  private static final int ROMAN_MAX = 3999;
  private static final int ROMAN_WIDTH = 15;

  /** Number of decimal digits that a floating-point type represents exactly. */
  private static final int FLOAT4_DIGITS = 6;

  private static final int FLOAT8_DIGITS = 15;

  private static final String[][] ROMAN = {
    {"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"},
    {"", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"},
    {"", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"},
    {"", "M", "MM", "MMM"}
  };

  private NumberFormatter() {}

  /** Formats an integer; as in PostgreSQL, one that the format shifts overflows silently. */
  public static String ofInt(int value, String format) {
    NumberFormatPattern pattern = parse(format);
    int shifted = value * (int) Math.pow(10, pattern.shift);
    return ofInteger(value, pattern.shift == 0 ? value : shifted, pattern);
  }

  /** Formats an integer; VALUE_OUT_OF_RANGE if one that the format shifts overflows. */
  public static String ofLong(long value, String format) {
    NumberFormatPattern pattern = parse(format);
    if (pattern.shift == 0 || pattern.has(Trait.ROMAN)) {
      return ofInteger(value, value, pattern);
    }
    try {
      BigDecimal unit = BigDecimal.ONE.movePointRight(pattern.shift);
      return ofInteger(value, Math.multiplyExact(value, unit.longValueExact()), pattern);
    } catch (ArithmeticException e) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "bigint out of range", e);
    }
  }

  private static String ofInteger(long value, long shifted, NumberFormatPattern pattern) {
    if (pattern.has(Trait.ROMAN)) {
      return roman(value, pattern);
    }
    if (pattern.has(Trait.SCIENTIFIC)) {
      return scientific(BigDecimal.valueOf(value), pattern.behind, RoundingMode.HALF_UP);
    }
    String digits = BigDecimal.valueOf(shifted).abs().toPlainString();
    String number = pattern.behind == 0 ? digits : digits + "." + "0".repeat(pattern.behind);
    return written(number, shifted < 0, pattern.behind, pattern);
  }

  /** Formats a number of any length. */
  public static String ofDecimal(BigDecimal value, String format) {
    NumberFormatPattern pattern = parse(format);
    if (pattern.has(Trait.ROMAN)) {
      return roman(Casts.decimalToInteger(value), pattern);
    }
    if (SpecialNumeric.is(value)) {
      return special(SpecialNumeric.toDouble(value), pattern.behind, pattern);
    }
    if (pattern.has(Trait.SCIENTIFIC)) {
      return scientific(value, pattern.behind, RoundingMode.HALF_UP);
    }
    int scale = Math.min(pattern.behind, NumericLimits.SCALE_MAX);
    BigDecimal rounded =
        NumericLimits.require(value.movePointRight(pattern.shift))
            .setScale(scale, RoundingMode.HALF_UP);
    return written(rounded.abs().toPlainString(), rounded.signum() < 0, pattern.behind, pattern);
  }

  /** Formats a floating-point number with at most 15 significant digits. */
  public static String ofDouble(double value, String format) {
    NumberFormatPattern pattern = parse(format);
    double shifted = value * Math.pow(10, pattern.shift);
    return ofFloating(value, shifted, FLOAT8_DIGITS, pattern);
  }

  /** Formats a floating-point number with at most 6 significant digits. */
  public static String ofFloat(float value, String format) {
    NumberFormatPattern pattern = parse(format);
    float shifted = value * (float) Math.pow(10, pattern.shift);
    return ofFloating(value, shifted, FLOAT4_DIGITS, pattern);
  }

  /**
   * Formats a floating-point number with a limited number of significant digits; it has no more
   * fraction digits, and rounds half to even, as C's printf does.
   */
  private static String ofFloating(
      double value, double shifted, int digits, NumberFormatPattern pattern) {
    if (pattern.has(Trait.ROMAN)) {
      return roman(Math.abs(value) <= ROMAN_MAX + 1 ? (int) Math.rint(value) : 0, pattern);
    }
    if (Double.isNaN(shifted) || Double.isInfinite(shifted)) {
      int length = Double.isNaN(shifted) ? "NaN".length() : "Infinity".length();
      return special(shifted, fractionDigits(length, digits, pattern), pattern);
    }
    if (pattern.has(Trait.SCIENTIFIC)) {
      boolean isMinusZero = value == 0 && Math.copySign(1, value) < 0;
      String text = scientific(new BigDecimal(value), pattern.behind, RoundingMode.HALF_EVEN);
      return isMinusZero ? "-" + text.substring(1) : text;
    }
    BigDecimal exact = new BigDecimal(shifted);
    int wholeDigits = exact.setScale(0, RoundingMode.HALF_EVEN).precision();
    int behind = fractionDigits(wholeDigits, digits, pattern);
    BigDecimal rounded = exact.setScale(behind, RoundingMode.HALF_EVEN);
    boolean isNegative = Math.copySign(1, shifted) < 0;
    return written(rounded.abs().toPlainString(), isNegative, behind, pattern);
  }

  private static int fractionDigits(int wholeDigits, int digits, NumberFormatPattern pattern) {
    return Math.max(0, Math.min(pattern.behind, digits - wholeDigits));
  }

  /** Formats NaN and infinity: as texts where they are no longer than the digits, else as #. */
  private static String special(double value, int behind, NumberFormatPattern pattern) {
    if (pattern.has(Trait.SCIENTIFIC)) {
      return " " + "#".repeat(pattern.before) + "." + "#".repeat(pattern.behind + 4);
    }
    return written(Double.isNaN(value) ? "NaN" : "Infinity", value < 0, behind, pattern);
  }

  private static NumberFormatPattern parse(String format) {
    NumberFormatPattern pattern = NumberFormatPattern.parse(format);
    if (pattern.shift > NumericLimits.WHOLE_DIGITS_MAX) {
      throw NumericLimits.overflow();
    }
    return pattern;
  }

  /** Writes a number; with too many digits before the point, a # for each digit of the format. */
  private static String written(
      String number, boolean isNegative, int behind, NumberFormatPattern pattern) {
    int point = number.indexOf('.');
    int whole = point < 0 ? number.length() : point;
    int before = pattern.before + pattern.shift;
    String digits = whole > before ? "#".repeat(before) + "." + "#".repeat(behind) : number;
    int blanks = Math.max(0, before - whole);
    return new NumberWriter(pattern, digits, isNegative, before, behind, blanks).write();
  }

  private static String scientific(BigDecimal value, int scale, RoundingMode mode) {
    int digits = Math.min(scale, NumericLimits.SCALE_MAX);
    BigDecimal rounded = value.round(new MathContext(digits + 1, mode));
    int exponent = rounded.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    BigDecimal mantissa = rounded.movePointLeft(exponent).setScale(digits, mode);
    return (value.signum() < 0 ? "" : " ")
        + mantissa.toPlainString()
        + String.format(Locale.ROOT, "e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  private static String roman(long value, NumberFormatPattern pattern) {
    boolean isWritten = value > 0 && value <= ROMAN_MAX;
    String text = isWritten ? roman((int) value) : "#".repeat(ROMAN_WIDTH);
    return NumberWriter.ofRoman(pattern, text).write();
  }

  private static String roman(int number) {
    return ROMAN[3][number / 1000]
        + ROMAN[2][number / 100 % 10]
        + ROMAN[1][number / 10 % 10]
        + ROMAN[0][number % 10];
  }
}
