package dev.colonnade.sql.function.library.numeric;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.library.numeric.NumberFormatPattern.Mark;
import dev.colonnade.sql.function.library.numeric.NumberFormatPattern.Trait;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.NumericLimits;
import java.math.BigDecimal;

/**
 * Reader of a number in the format of to_number: each element of the format reads a character of
 * the text at most, as in PostgreSQL's {@code formatting.c}.
 */
public final class NumberReader {
  private static final String DATA = "0123456789.,+-";

  private final String text;
  private final NumberFormatPattern pattern;
  private final StringBuilder digits = new StringBuilder();
  private int at;
  private char sign = ' ';
  private boolean hasPoint;
  private int digitsBehindPoint;

  private NumberReader(String text, NumberFormatPattern pattern) {
    this.text = requireNonNull(text, "text is null");
    this.pattern = requireNonNull(pattern, "pattern is null");
  }

  /** Returns the number of a text. */
  public static BigDecimal read(String text, String format) {
    NumberFormatPattern pattern = NumberFormatPattern.parse(format);
    requireReadable(pattern, Trait.SCIENTIFIC, "EEEE");
    requireReadable(pattern, Trait.ROMAN, "RN");
    return new NumberReader(text, pattern).read();
  }

  private static void requireReadable(NumberFormatPattern pattern, Trait trait, String name) {
    if (pattern.has(trait)) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "\"" + name + "\" not supported for input");
    }
  }

  private BigDecimal read() {
    int count = 0;
    for (Mark mark : pattern.marks) {
      Interruption.check(++count);
      if (isEnd()) {
        break;
      }
      readMark(mark);
    }
    if (!digits.isEmpty() && digits.charAt(digits.length() - 1) == '.') {
      digits.setLength(digits.length() - 1);
    }
    if (digits.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          "invalid input syntax for type numeric: \"" + sign + "\"");
    }
    BigDecimal value =
        CheckedArithmetic.fitDecimal(
            NumericLimits.parse(digits.toString()),
            pattern.before + pattern.shift + digitsBehindPoint,
            digitsBehindPoint);
    return shifted(sign == '-' ? value.negate() : value);
  }

  private BigDecimal shifted(BigDecimal value) {
    return pattern.has(Trait.SHIFTED)
        ? value.multiply(DecimalMath.power(BigDecimal.TEN, BigDecimal.valueOf(-pattern.shift)))
        : value;
  }

  private boolean isEnd() {
    return at >= text.length();
  }

  private void readMark(Mark mark) {
    if (mark.isLiteral()) {
      for (int i = mark.text().codePointCount(0, mark.text().length()); i > 0 && !isEnd(); i--) {
        skip();
      }
      return;
    }
    switch (mark.text()) {
      case "9", "0" -> readDigit(true);
      case ".", "D" -> readDigit(false);
      case ",", "G" -> {
        if (!pattern.has(Trait.FILL_MODE) && text.charAt(at) == ',') {
          at++;
        }
      }
      case "L" -> skipOther(1);
      case "TH" -> skipOther(pattern.has(Trait.POINT) ? 0 : 2);
      case "MI" -> readSign("-");
      case "PL" -> readSign("+");
      case "SG" -> readSign("+-");
      default -> {}
    }
  }

  private void skip() {
    at += Character.charCount(text.codePointAt(at));
  }

  /** Skips characters that are no part of a number. */
  private void skipOther(int count) {
    for (int i = 0; i < count && !isEnd() && DATA.indexOf(text.charAt(at)) < 0; i++) {
      skip();
    }
  }

  private void readSign(String signs) {
    if (signs.indexOf(text.charAt(at)) >= 0) {
      sign = text.charAt(at++);
    } else {
      skipOther(1);
    }
  }

  /** Reads a digit or the point, with a sign before the first or behind the last digit. */
  private void readDigit(boolean mayHaveSign) {
    if (text.charAt(at) == ' ') {
      at++;
    }
    if (!isEnd() && mayHaveSign && sign == ' ' && isBeforeDigits()) {
      readFirstSign();
    }
    if (isEnd()) {
      return;
    }
    char letter = text.charAt(at);
    boolean isRead = false;
    if (letter >= '0' && letter <= '9') {
      if (hasPoint && digitsBehindPoint == pattern.behind) {
        at++;
        return;
      }
      digits.append(letter);
      digitsBehindPoint += hasPoint ? 1 : 0;
      isRead = true;
    } else if (letter == '.' && pattern.has(Trait.POINT) && !hasPoint) {
      digits.append('.');
      hasPoint = true;
      isRead = true;
    }
    if (sign == ' ' && !isBeforeDigits()) {
      readLastSign(isRead);
    }
    at++;
  }

  private boolean isBeforeDigits() {
    return digits.length() == (hasPoint ? 1 : 0);
  }

  private void readFirstSign() {
    char letter = text.charAt(at);
    if (letter == '-' || letter == '+') {
      sign = letter;
      at++;
    } else if (letter == '<' && pattern.has(Trait.BRACKETS)) {
      sign = '-';
      at++;
    }
  }

  private void readLastSign(boolean isRead) {
    if (pattern.has(Trait.SIGN_AT_NUMBER)) {
      if (isRead && at + 1 < text.length() && isSign(text.charAt(at + 1))) {
        sign = text.charAt(++at);
      }
    } else if (!isRead
        && (pattern.has(Trait.PLUS) || pattern.has(Trait.MINUS))
        && isSign(text.charAt(at))) {
      sign = text.charAt(at);
    }
  }

  private static boolean isSign(char letter) {
    return letter == '-' || letter == '+';
  }
}
