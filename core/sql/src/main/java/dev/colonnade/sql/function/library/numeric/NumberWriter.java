package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.library.numeric.NumberFormatPattern.Mark;
import dev.colonnade.sql.function.library.numeric.NumberFormatPattern.Trait;
import java.util.Locale;

/**
 * Writer of a number in the format of to_char. As in PostgreSQL, it steps over the elements of the
 * format and the digits of the number at the same time, and the result ends where the format has a
 * digit or point that the number lacks.
 */
final class NumberWriter {
  private static final int ROMAN_WIDTH = 15;
  private static final char NO_SIGN = 0;

  private final NumberFormatPattern pattern;
  private final String number;
  private final int behind;

  /** Sign of the number; {@link #NO_SIGN} for Roman numbers. */
  private final char sign;

  /** Number of format digits before the number's first digit. */
  private final int blanks;

  /** Index of the last fraction digit that is no trailing zero; -1 if all digits are written. */
  private final int lastRelevant;

  private final boolean isFilled;
  private final boolean isRoman;
  private final BoundedText out = new BoundedText();
  private boolean hasBrackets;

  /** True if the sign is at the end of the number. */
  private boolean isSignBehind;

  private boolean isSignWritten;
  private boolean isInNumber;
  private int digitCount;

  /** Length of the result; -1 for all that is written. */
  private int end = -1;

  /** Position in the format, in digits, and position in the number. */
  private int current;

  private int at;

  /**
   * Creates a writer.
   *
   * @param before number of digits before the point, those of V included
   * @param behind number of digits after the point
   * @param blanks number of digits before the point that the number lacks
   */
  NumberWriter(
      NumberFormatPattern pattern,
      String number,
      boolean isNegative,
      int before,
      int behind,
      int blanks) {
    this(pattern, number, isNegative ? '-' : '+', behind, blanks);
    prepareSign(before);
    this.digitCount = behind + before - 1 + (!isSignWritten && blanks == 0 ? 1 : 0);
  }

  private NumberWriter(
      NumberFormatPattern pattern, String number, char sign, int behind, int blanks) {
    this.pattern = pattern;
    this.number = number;
    this.sign = sign;
    this.behind = behind;
    this.blanks = blanks;
    this.isFilled = pattern.has(Trait.FILL_MODE);
    this.isRoman = sign == NO_SIGN;
    this.lastRelevant = lastRelevant();
  }

  /** Returns a writer of a Roman number; its format has no digits. */
  static NumberWriter ofRoman(NumberFormatPattern pattern, String number) {
    return new NumberWriter(pattern, number, NO_SIGN, 0, 0);
  }

  private int lastRelevant() {
    int point = number.indexOf('.');
    if (isRoman || !isFilled || !pattern.has(Trait.POINT) || point < 0) {
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

  private void prepareSign(int before) {
    hasBrackets = pattern.has(Trait.BRACKETS);
    if (pattern.has(Trait.PLUS) || pattern.has(Trait.MINUS)) {
      isSignWritten = pattern.has(Trait.MINUS);
      return;
    }
    hasBrackets &= isNegative() || !isFilled;
    isSignWritten = !isNegative() && isFilled && !pattern.has(Trait.SIGN_AT_NUMBER);
    isSignBehind =
        pattern.has(Trait.SIGN_AT_NUMBER)
            && (pattern.digitsBeforeSign < 0 || pattern.digitsBeforeSign == before);
  }

  private boolean isNegative() {
    return sign == '-';
  }

  String write() {
    for (Mark mark : pattern.marks) {
      if (mark.isLiteral()) {
        out.append(mark.text());
      } else {
        write(mark);
      }
    }
    return end < 0 ? out.toString() : out.toString().substring(0, end);
  }

  private void write(Mark mark) {
    switch (mark.text()) {
      case "9", "0", ".", "D" -> {
        if (!isRoman) {
          writeDigit(mark.text().equals("0"));
        }
      }
      case ",", "G" -> out.append(isInNumber ? "," : isFilled ? "" : " ");
      case "L" -> out.append(' ');
      case "RN" -> writeRoman(mark.isUpper());
      case "TH" -> writeOrdinal(mark.isUpper());
      case "MI" -> out.append(sign == '-' ? "-" : isFilled ? "" : " ");
      case "PL" -> out.append(sign == '+' ? "+" : isFilled ? "" : " ");
      case "SG" -> {
        if (isRoman) {
          cut();
        }
        out.append(sign);
      }
      default -> {}
    }
  }

  /** Ends the result here, whatever is written afterwards. */
  private void cut() {
    end = end < 0 ? out.length() : end;
  }

  private void writeRoman(boolean isUpper) {
    out.append(" ".repeat(isFilled ? 0 : ROMAN_WIDTH - number.length()))
        .append(isUpper ? number : number.toLowerCase(Locale.ROOT));
  }

  private void writeOrdinal(boolean isUpper) {
    if (isRoman || number.startsWith("#") || isNegative() || pattern.has(Trait.POINT)) {
      return;
    }
    char last = number.charAt(number.length() - 1);
    if (last < '0' || last > '9') {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION, "\"" + number + "\" is not a number");
    }
    boolean isTeen = number.length() > 1 && number.charAt(number.length() - 2) == '1';
    String ending =
        switch (isTeen ? '0' : last) {
          case '1' -> "st";
          case '2' -> "nd";
          case '3' -> "rd";
          default -> "th";
        };
    out.append(isUpper ? ending.toUpperCase(Locale.ROOT) : ending);
  }

  private void writeDigit(boolean isZero) {
    isInNumber = false;
    boolean isFromZero = pattern.has(Trait.ZEROS) && pattern.zeroStart <= current;
    writeSign();
    if (current < blanks && !isFromZero) {
      out.append(isFilled ? "" : " ");
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
      if (!isSignBehind) {
        out.append(sign);
        isSignWritten = true;
      }
      return;
    }
    isSignWritten = true;
    if (hasBrackets) {
      out.append(isNegative() ? '<' : ' ');
    } else {
      out.append(isNegative() ? "-" : isFilled ? "" : " ");
    }
  }

  /**
   * Returns whether the next character is the zero before the point, which is written only if the
   * format requires it.
   */
  private boolean isBlankBeforePoint() {
    return !pattern.has(Trait.ZEROS) && at == 0 && number.startsWith("0") && behind > 0;
  }

  private boolean endsWithPoint() {
    return lastRelevant >= 0 && number.charAt(lastRelevant) == '.';
  }

  private void writeNext(boolean isZero) {
    if (at < number.length() && number.charAt(at) == '.') {
      out.append('.');
    } else if (lastRelevant >= 0 && at > lastRelevant && !isZero) {
      // Omit a trailing zero.
    } else if (isBlankBeforePoint()) {
      out.append(!isFilled ? " " : endsWithPoint() ? "0" : "");
    } else if (at < number.length()) {
      out.append(number.charAt(at));
      isInNumber = true;
    } else {
      cut();
    }
    if (at < number.length()) {
      at++;
    }
  }

  private void writeSignBehind() {
    int last = digitCount + (blanks > 0 ? 1 : 0) + (pattern.has(Trait.POINT) ? 1 : 0);
    if (lastRelevant >= 0 && lastRelevant == at) {
      last = current;
    }
    if (current + 1 != last) {
      return;
    }
    if (isSignWritten && hasBrackets) {
      out.append(isNegative() ? '>' : ' ');
    } else if (isSignBehind) {
      out.append(sign);
    }
  }
}
