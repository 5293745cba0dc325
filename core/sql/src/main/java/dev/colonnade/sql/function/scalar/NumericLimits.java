package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.InterruptibleDecimals;
import dev.colonnade.sql.function.interrupt.InterruptibleMath;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Limits of NUMERIC values, which are PostgreSQL's, and the parser that applies them. The limits
 * bound the time of every single arithmetic step.
 */
public final class NumericLimits {
  /** Maximum number of digits before the decimal point. */
  public static final int WHOLE_DIGITS_MAX = 131_072;

  /** Maximum number of digits after the decimal point. */
  public static final int SCALE_MAX = 16_383;

  /** Number of digits up to which Java's parser, whose time is quadratic, is fast. */
  private static final int PIECE_DIGITS = 500;

  /** Length of the longest word for a value that is no number. */
  private static final int SPECIAL_LENGTH_MAX = "+infinity".length();

  private NumericLimits() {}

  /**
   * Returns the value; VALUE_OUT_OF_RANGE if it has more digits than a NUMERIC can have. Checks the
   * cancellation of the statement if it has many, because arithmetic of such values is slow.
   */
  public static BigDecimal require(BigDecimal value) {
    if (value.precision() > PIECE_DIGITS) {
      Interruption.check();
    }
    if (!SpecialNumeric.is(value)
        && (long) value.precision() - value.scale() > WHOLE_DIGITS_MAX
        && value.signum() != 0) {
      throw overflow();
    }
    return value;
  }

  /** Returns the value with at most {@link #SCALE_MAX} digits after the point, rounded. */
  static BigDecimal requireRounded(BigDecimal value) {
    return require(
        value.scale() > SCALE_MAX
            ? InterruptibleDecimals.setScale(value, SCALE_MAX, RoundingMode.HALF_UP)
            : value);
  }

  /** Returns the error of a result that exceeds the limits. */
  public static ColonnadeException overflow() {
    return new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "value overflows numeric format");
  }

  /**
   * Returns the number of a text, with a scale that is not negative.
   *
   * @throws NumberFormatException if the text is not a number
   * @throws ColonnadeException VALUE_OUT_OF_RANGE if it exceeds the limits
   */
  public static BigDecimal parse(String text) {
    String stripped = text.strip();
    BigDecimal special = specialOf(stripped);
    if (special != null) {
      return special;
    }
    BigDecimal value = stripped.length() <= PIECE_DIGITS ? shortOf(stripped) : longOf(stripped);
    if (value.scale() > SCALE_MAX
        || ((long) value.precision() - value.scale() > WHOLE_DIGITS_MAX && value.signum() != 0)) {
      throw overflow();
    }
    return value.scale() < 0 ? value.setScale(0) : value;
  }

  /** Returns the value of a text that is no number; null for a number. */
  private static @Nullable BigDecimal specialOf(String text) {
    if (text.isEmpty()
        || text.length() > SPECIAL_LENGTH_MAX
        || Character.isDigit(text.charAt(text.length() - 1))) {
      return null;
    }
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "nan" -> SpecialNumeric.NAN;
      case "inf", "+inf", "infinity", "+infinity" -> SpecialNumeric.INFINITY;
      case "-inf", "-infinity" -> SpecialNumeric.MINUS_INFINITY;
      default -> null;
    };
  }

  private static BigDecimal shortOf(String text) {
    try {
      BigDecimal value = new BigDecimal(text);
      return value.signum() == 0 && value.scale() < 0 ? BigDecimal.ZERO : value;
    } catch (NumberFormatException e) {
      throw isExponentTooLarge(text) ? overflow() : e;
    }
  }

  /** Returns whether a text is a number but for the number of digits of its exponent. */
  private static boolean isExponentTooLarge(String text) {
    int mark = Math.max(text.indexOf('e'), text.indexOf('E'));
    if (mark < 0) {
      return false;
    }
    int digits = mark + (text.startsWith("-", mark + 1) || text.startsWith("+", mark + 1) ? 2 : 1);
    return digits < text.length()
        && text.substring(digits).chars().allMatch(Character::isDigit)
        && isNumber(text.substring(0, mark));
  }

  private static boolean isNumber(String text) {
    try {
      return new BigDecimal(text).scale() >= 0;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Parses the digits of a long text in halves, so that the time is not quadratic. */
  private static BigDecimal longOf(String text) {
    int mark = Math.max(text.indexOf('e'), text.indexOf('E'));
    String mantissa = mark < 0 ? text : text.substring(0, mark);
    int shift = mark < 0 ? 0 : shortOf("1" + text.substring(mark)).scale();
    boolean isSigned = mantissa.startsWith("-") || mantissa.startsWith("+");
    String digits = isSigned ? mantissa.substring(1) : mantissa;
    int point = digits.indexOf('.');
    long scale = point < 0 ? 0 : digits.length() - point - 1;
    String all =
        point < 0 ? digits : digits.substring(0, point).concat(digits.substring(point + 1));
    if (all.isEmpty() || !isOfDigits(all)) {
      throw new NumberFormatException("no number");
    }
    if (scale + shift > SCALE_MAX
        || all.length() - leadingZeros(all) - scale - shift > WHOLE_DIGITS_MAX) {
      throw overflow();
    }
    String significant = all.substring(leadingZeros(all));
    BigInteger value =
        significant.isEmpty() ? BigInteger.ZERO : InterruptibleMath.parseDigits(significant);
    return new BigDecimal(
            mantissa.startsWith("-") ? value.negate() : value, (int) Math.max(0, scale + shift))
        .scaleByPowerOfTen((int) Math.max(0, -scale - shift));
  }

  private static boolean isOfDigits(String text) {
    for (int i = 0; i < text.length(); i++) {
      Interruption.check(i);
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  private static int leadingZeros(String digits) {
    int count = 0;
    while (count < digits.length() && digits.charAt(count) == '0') {
      count++;
    }
    return count;
  }
}
