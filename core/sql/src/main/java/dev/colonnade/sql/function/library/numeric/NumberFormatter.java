package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.library.numeric.NumberFormatPattern.Mark;
import dev.colonnade.sql.function.library.numeric.NumberFormatPattern.Trait;
import dev.colonnade.sql.function.scalar.NumericLimits;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;

/**
 * Number formatter of to_char. As in PostgreSQL, it steps over the elements of the format and the
 * digits of the number at the same time.
 */
public final class NumberFormatter {
  private static final int ROMAN_MAX = 3999;
  private static final int ROMAN_WIDTH = 15;

  private static final String[][] ROMAN = {
    {"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"},
    {"", "X", "XX", "XXX", "XL", "L", "LX", "LXX", "LXXX", "XC"},
    {"", "C", "CC", "CCC", "CD", "D", "DC", "DCC", "DCCC", "CM"},
    {"", "M", "MM", "MMM"}
  };

  private final NumberFormatPattern pattern;
  private final String number;
  private final boolean isNegative;

  /** Number of format digits before the number's first digit. */
  private final int blanks;

  /** Index of the last fraction digit that is no trailing zero; -1 if all digits are written. */
  private final int lastRelevant;

  private final BoundedText out = new BoundedText();
  private boolean hasBrackets;
  private boolean isSignWritten;
  private boolean isInNumber;
  private int digitCount;

  /** Position in the format, in digits, and position in the number. */
  private int current;

  private int at;

  private NumberFormatter(NumberFormatPattern pattern, String digits, boolean isNegative) {
    this.pattern = pattern;
    this.isNegative = isNegative;
    int whole = digits.indexOf('.') < 0 ? digits.length() : digits.indexOf('.');
    int wholeDigits = pattern.before + pattern.shift;
    this.number =
        whole > wholeDigits ? "#".repeat(wholeDigits) + "." + "#".repeat(pattern.behind) : digits;
    this.blanks = Math.max(0, wholeDigits - whole);
    this.lastRelevant = lastRelevant();
    this.hasBrackets = pattern.has(Trait.BRACKETS);
    prepareSign();
    this.digitCount = pattern.behind + wholeDigits - 1 + (!isSignWritten && blanks == 0 ? 1 : 0);
  }

  public static String format(BigDecimal value, String format) {
    NumberFormatPattern pattern = parse(format);
    if (SpecialNumeric.is(value)) {
      return special(SpecialNumeric.toDouble(value), pattern);
    }
    if (pattern.has(Trait.ROMAN)) {
      return roman(value, pattern);
    }
    if (pattern.has(Trait.SCIENTIFIC)) {
      return scientific(value, pattern.behind, RoundingMode.HALF_UP);
    }
    int scale = Math.min(pattern.behind, NumericLimits.SCALE_MAX);
    BigDecimal rounded =
        NumericLimits.require(value.movePointRight(pattern.shift))
            .setScale(scale, RoundingMode.HALF_UP);
    String digits = rounded.abs().toPlainString();
    return new NumberFormatter(pattern, digits, rounded.signum() < 0).write();
  }

  /**
   * Formats a floating-point number with a limited number of significant digits; it has no more
   * fraction digits, and rounds half to even, as C's printf does.
   */
  public static String ofFloating(double value, int digits, String format) {
    NumberFormatPattern pattern = parse(format);
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      return special(value, pattern);
    }
    if (pattern.has(Trait.ROMAN)) {
      return roman(BigDecimal.valueOf(value), pattern);
    }
    if (pattern.has(Trait.SCIENTIFIC)) {
      return scientific(new BigDecimal(value), pattern.behind, RoundingMode.HALF_EVEN);
    }
    BigDecimal exact = new BigDecimal(value).movePointRight(pattern.shift);
    BigDecimal whole = exact.setScale(0, RoundingMode.HALF_EVEN);
    int behind = Math.max(0, Math.min(pattern.behind, digits - whole.precision()));
    BigDecimal rounded = exact.setScale(behind, RoundingMode.HALF_EVEN);
    boolean isNegative = Math.copySign(1, value) < 0;
    return new NumberFormatter(pattern, rounded.abs().toPlainString(), isNegative).write();
  }

  /** Formats NaN and infinity: as texts where they are no longer than the digits, else as #. */
  private static String special(double value, NumberFormatPattern pattern) {
    if (pattern.has(Trait.ROMAN)) {
      return roman(BigDecimal.ZERO, pattern);
    }
    if (pattern.has(Trait.SCIENTIFIC)) {
      return " " + "#".repeat(pattern.before) + "." + "#".repeat(pattern.behind + 4);
    }
    String text = Double.isNaN(value) ? "NaN" : "Infinity";
    return new NumberFormatter(pattern, text, value < 0).write();
  }

  private static NumberFormatPattern parse(String format) {
    NumberFormatPattern pattern = NumberFormatPattern.parse(format);
    if (pattern.shift > NumericLimits.WHOLE_DIGITS_MAX) {
      throw NumericLimits.overflow();
    }
    return pattern;
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

  private static String roman(BigDecimal value, NumberFormatPattern pattern) {
    BigDecimal rounded = value.setScale(0, RoundingMode.HALF_UP);
    boolean isWritten =
        rounded.signum() > 0 && rounded.compareTo(BigDecimal.valueOf(ROMAN_MAX)) <= 0;
    String text = isWritten ? roman(rounded.intValue()) : "#".repeat(ROMAN_WIDTH);
    StringBuilder out = new StringBuilder();
    for (Mark mark : pattern.marks) {
      if (mark.isLiteral()) {
        out.append(mark.text());
      } else if (mark.text().equals("RN")) {
        String written = mark.isUpper() ? text : text.toLowerCase(Locale.ROOT);
        int missing = pattern.has(Trait.FILL_MODE) ? 0 : ROMAN_WIDTH - written.length();
        out.append(" ".repeat(missing)).append(written);
      }
    }
    return out.toString();
  }

  private static String roman(int number) {
    return ROMAN[3][number / 1000]
        + ROMAN[2][number / 100 % 10]
        + ROMAN[1][number / 10 % 10]
        + ROMAN[0][number % 10];
  }

  private int lastRelevant() {
    int point = number.indexOf('.');
    if (!pattern.has(Trait.FILL_MODE) || !pattern.has(Trait.POINT) || point < 0) {
      return -1;
    }
    int last = number.length() - 1;
    while (last > point && number.charAt(last) == '0') {
      last--;
    }
    return pattern.zeroEnd > blanks
        ? Math.max(last, Math.min(number.length() - 1, pattern.zeroEnd - blanks))
        : last;
  }

  private void prepareSign() {
    if (pattern.has(Trait.PLUS) || pattern.has(Trait.MINUS)) {
      isSignWritten = pattern.has(Trait.MINUS);
      return;
    }
    boolean isFilled = pattern.has(Trait.FILL_MODE);
    hasBrackets &= isNegative || !isFilled;
    isSignWritten = !isNegative && isFilled && !pattern.has(Trait.SIGN_AT_NUMBER);
  }

  private String write() {
    for (Mark mark : pattern.marks) {
      if (mark.isLiteral()) {
        out.append(mark.text());
      } else {
        write(mark);
      }
    }
    return out.toString();
  }

  private void write(Mark mark) {
    boolean isFilled = pattern.has(Trait.FILL_MODE);
    switch (mark.text()) {
      case "9", "0", ".", "D" -> writeDigit(mark.text().equals("0"));
      case ",", "G" -> out.append(isInNumber ? "," : isFilled ? "" : " ");
      case "L" -> out.append(' ');
      case "TH" -> {
        if (!number.startsWith("#") && !isNegative && !pattern.has(Trait.POINT)) {
          String ending = ending();
          out.append(mark.isUpper() ? ending.toUpperCase(Locale.ROOT) : ending);
        }
      }
      case "MI" -> out.append(isNegative ? "-" : isFilled ? "" : " ");
      case "PL" -> out.append(!isNegative ? "+" : isFilled ? "" : " ");
      case "SG" -> out.append(isNegative ? '-' : '+');
      default -> {}
    }
  }

  private String ending() {
    int length = number.length();
    boolean isTeen = length > 1 && number.charAt(length - 2) == '1';
    return switch (isTeen ? '0' : number.charAt(length - 1)) {
      case '1' -> "st";
      case '2' -> "nd";
      case '3' -> "rd";
      default -> "th";
    };
  }

  private void writeDigit(boolean isZero) {
    isInNumber = false;
    boolean isFromZero = pattern.has(Trait.ZEROS) && pattern.zeroStart <= current;
    writeSign();
    if (current < blanks && !isFromZero) {
      out.append(pattern.has(Trait.FILL_MODE) ? "" : " ");
    } else if (current < blanks) {
      out.append('0');
      isInNumber = true;
    } else {
      writeNext(isZero);
    }
    writeSignBehind();
    current++;
  }

  private void writeSign() {
    boolean isReached =
        current >= blanks || (pattern.has(Trait.ZEROS) && pattern.zeroStart == current);
    if (isSignWritten || !isReached || (isBlankBeforePoint() && !endsWithPoint())) {
      return;
    }
    if (pattern.has(Trait.SIGN_AT_NUMBER)) {
      if (!pattern.has(Trait.SIGN_BEHIND)) {
        out.append(isNegative ? '-' : '+');
        isSignWritten = true;
      }
      return;
    }
    isSignWritten = true;
    if (hasBrackets) {
      out.append(isNegative ? '<' : ' ');
    } else {
      out.append(isNegative ? "-" : pattern.has(Trait.FILL_MODE) ? "" : " ");
    }
  }

  /**
   * Returns whether the next character is the zero before the point, which is written only if the
   * format requires it.
   */
  private boolean isBlankBeforePoint() {
    return !pattern.has(Trait.ZEROS) && at == 0 && number.startsWith("0") && pattern.behind > 0;
  }

  private boolean endsWithPoint() {
    return lastRelevant >= 0 && number.charAt(lastRelevant) == '.';
  }

  private void writeNext(boolean isZero) {
    char next = at < number.length() ? number.charAt(at) : 0;
    if (next == '.') {
      out.append('.');
    } else if (lastRelevant >= 0 && at > lastRelevant && !isZero) {
      // Omit a trailing zero.
    } else if (isBlankBeforePoint()) {
      out.append(!pattern.has(Trait.FILL_MODE) ? " " : endsWithPoint() ? "0" : "");
    } else if (next != 0) {
      out.append(next);
      isInNumber = true;
    }
    if (at < number.length()) {
      at++;
    }
  }

  private void writeSignBehind() {
    int end = digitCount + (blanks > 0 ? 1 : 0) + (pattern.has(Trait.POINT) ? 1 : 0);
    if (lastRelevant >= 0 && lastRelevant == at) {
      end = current;
    }
    if (current + 1 != end) {
      return;
    }
    if (isSignWritten && hasBrackets) {
      out.append(isNegative ? '>' : ' ');
    } else if (pattern.has(Trait.SIGN_AT_NUMBER) && pattern.has(Trait.SIGN_BEHIND)) {
      out.append(isNegative ? '-' : '+');
    }
  }
}
