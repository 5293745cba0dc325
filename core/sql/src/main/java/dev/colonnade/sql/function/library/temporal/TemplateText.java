package dev.colonnade.sql.function.library.temporal;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.library.temporal.DateTimeTemplate.Element;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text of a date and time with a position, from which the fields of a template are read. */
final class TemplateText {
  private static final int PREFIX = 3;
  private static final String FILL_HINT =
      "If your source string is not fixed-width, try using the \"FM\" modifier.";

  private final String text;
  private int at;

  /** True if the number that was read last has digits. */
  private boolean hasDigits;

  TemplateText(String text) {
    this.text = text;
  }

  int position() {
    return at;
  }

  boolean isEnd() {
    return at >= text.length();
  }

  /** Skips white space; returns the number of its characters. */
  int skipBlanks() {
    int start = at;
    while (!isEnd() && DateTimeTemplate.isBlank(text.charAt(at))) {
      Interruption.check(at);
      at++;
    }
    return at - start;
  }

  /** Skips a character, if there is one. */
  void skipOne() {
    if (!isEnd()) {
      at = text.offsetByCodePoints(at, 1);
    }
  }

  /** Skips a separator or blank; returns whether there is one. */
  boolean skipSeparator() {
    char next = isEnd() ? 0 : text.charAt(at);
    boolean isSkipped = DateTimeTemplate.isSeparator(next) || DateTimeTemplate.isBlank(next);
    at += isSkipped ? 1 : 0;
    return isSkipped;
  }

  /**
   * Reads the sign of an offset; a minus that was skipped as a separator counts.
   *
   * @param hasSkipped whether more separators were skipped than the template has
   */
  int readSign(boolean hasSkipped) {
    char next = isEnd() ? 0 : text.charAt(at);
    if (next == '+' || next == '-' || next == ' ') {
      at++;
      return next == '-' ? -1 : 1;
    }
    return hasSkipped && text.charAt(at - 1) == '-' ? -1 : 1;
  }

  /**
   * Reads a number with an optional sign.
   *
   * @param isTight whether it has {@code digits} characters; otherwise it has all digits
   * @throws ColonnadeException INVALID_DATETIME if there is no such number, DATETIME_OUT_OF_RANGE
   *     if it is no integer
   */
  int readNumber(Element element, int digits, boolean isTight) {
    int start = at;
    skipBlanks();
    int from = at;
    String found = text.substring(from, Math.min(text.length(), from + digits));
    long value = isTight ? readTight(element, found, digits) : readLoose(element, start);
    if (at == start) {
      throw invalid(found, element, "Value must be an integer.", null);
    }
    return (int) value;
  }

  private long readTight(Element element, String found, int digits) {
    if (found.length() < digits) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DATETIME,
          "source string too short for \"" + element.text() + "\" formatting field",
          ErrorFields.NONE
              .withDetail(
                  "Field requires %d characters, but only %d remain."
                      .formatted(digits, found.length()))
              .withHint(FILL_HINT));
    }
    int from = at;
    long value = readInteger(from + digits, element);
    int used = at - from;
    if (used > 0 && used < digits) {
      throw invalid(
          found,
          element,
          "Field requires %d characters, but only %d could be parsed.".formatted(digits, used),
          FILL_HINT);
    }
    return value;
  }

  private long readLoose(Element element, int start) {
    long value = readInteger(text.length(), element);
    if (!hasDigits) {
      at = start;
    }
    return value;
  }

  /** Reads blanks, a sign and digits up to a limit; leaves the position if there are no digits. */
  private long readInteger(int limit, Element element) {
    int start = at;
    while (at < limit && DateTimeTemplate.isBlank(text.charAt(at))) {
      at++;
    }
    boolean isNegative = at < limit && text.charAt(at) == '-';
    at += isNegative || (at < limit && text.charAt(at) == '+') ? 1 : 0;
    int firstDigit = at;
    long value = 0;
    boolean isLarge = false;
    while (at < limit && DateTimeTemplate.isDigit(text.charAt(at))) {
      Interruption.check(at);
      value = value * 10 + (text.charAt(at) - '0');
      isLarge |= value > Integer.MAX_VALUE + (isNegative ? 1L : 0);
      value = isLarge ? 0 : value;
      at++;
    }
    hasDigits = at > firstDigit;
    if (isLarge) {
      throw new ColonnadeException(
          ErrorCode.DATETIME_OUT_OF_RANGE,
          "value for \"" + element.text() + "\" in source string is out of range",
          ErrorFields.NONE.withDetail(
              "Value must be in the range %d to %d."
                  .formatted(Integer.MIN_VALUE, Integer.MAX_VALUE)));
    }
    at = hasDigits ? at : start;
    return isNegative ? -value : value;
  }

  /** Reads a year with a comma behind the thousands. */
  int readThousands(Element element) {
    int thousands = (int) readInteger(text.length(), element);
    boolean isRead = hasDigits && !isEnd() && text.charAt(at) == ',';
    at += isRead ? 1 : 0;
    int rest = isRead ? (int) readInteger(Math.min(text.length(), at + PREFIX), element) : 0;
    if (!isRead || !hasDigits) {
      throw new ColonnadeException(
          ErrorCode.INVALID_DATETIME, "invalid input string for \"Y,YYY\"");
    }
    return thousands * 1000 + rest;
  }

  /** Reads one of several words, in any case; returns its index. */
  int readWord(List<String> words, Element element) {
    return readWord(words, Integer.MAX_VALUE, element);
  }

  /** Reads the first three letters of one of several words, in any case; returns its index. */
  int readPrefix(List<String> words, Element element) {
    return readWord(words, PREFIX, element);
  }

  private int readWord(List<String> words, int lengthMax, Element element) {
    for (int i = 0; i < words.size(); i++) {
      int length = Math.min(lengthMax, words.get(i).length());
      if (isNext(words.get(i), length)) {
        at += length;
        return i;
      }
    }
    int end = at;
    while (end < text.length() && !isWordEnd(text.charAt(end))) {
      Interruption.check(end);
      end++;
    }
    throw invalid(
        text.substring(at, end),
        element,
        "The given value did not match any of the allowed values for this field.",
        null);
  }

  private boolean isNext(String word, int length) {
    if (at + length > text.length()) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (lower(text.charAt(at + i)) != lower(word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static char lower(char letter) {
    return letter >= 'A' && letter <= 'Z' ? (char) (letter + 'a' - 'A') : letter;
  }

  private static boolean isWordEnd(char letter) {
    return DateTimeTemplate.isBlank(letter) && letter != '\u000b';
  }

  private static ColonnadeException invalid(
      String found, Element element, String detail, @Nullable String hint) {
    ErrorFields fields = ErrorFields.NONE.withDetail(detail);
    return new ColonnadeException(
        ErrorCode.INVALID_DATETIME,
        "invalid value \"" + found + "\" for \"" + element.text() + "\"",
        hint == null ? fields : fields.withHint(hint));
  }
}
