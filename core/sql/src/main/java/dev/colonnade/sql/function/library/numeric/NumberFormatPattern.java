package dev.colonnade.sql.function.library.numeric;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Parsed number format of to_char: its elements in order, and the properties that they define for
 * the whole number.
 */
final class NumberFormatPattern {
  /** Property of the whole number. */
  enum Trait {
    POINT,
    SIGN_AT_NUMBER,
    BLANK,
    MINUS,
    PLUS,
    BRACKETS,
    ZEROS,
    FILL_MODE,
    SHIFTED,
    ROMAN,
    SCIENTIFIC
  }

  /**
   * Format element in upper case, or literal text.
   *
   * @param isUpper whether the element was written in upper case
   */
  record Mark(String text, boolean isLiteral, boolean isUpper) {}

  /** All format elements; longer ones first, so that an element is matched before its prefixes. */
  private static final List<String> MARKS =
      List.of(
          "EEEE", "FM", "MI", "PL", "PR", "RN", "SG", "SP", "TH", ",", ".", "0", "9", "B", "C", "D",
          "G", "L", "S", "V");

  private static final Set<Trait> INCOMPATIBLE_WITH_SCIENTIFIC =
      EnumSet.of(
          Trait.BLANK,
          Trait.FILL_MODE,
          Trait.SIGN_AT_NUMBER,
          Trait.BRACKETS,
          Trait.MINUS,
          Trait.PLUS,
          Trait.ROMAN,
          Trait.SHIFTED);

  final List<Mark> marks = new ArrayList<>();
  final Set<Trait> traits = EnumSet.noneOf(Trait.class);

  /** Number of digits before the point, after it, and after V. */
  int before;

  int behind;
  int shift;

  /**
   * Index from 0 of the first digit that is written as zero, and the digit count up to the last
   * such digit.
   */
  int zeroStart;

  int zeroEnd;

  /** Number of digits before the sign; -1 if the sign is behind the point. */
  int digitsBeforeSign;

  private NumberFormatPattern() {}

  public static NumberFormatPattern parse(String format) {
    NumberFormatPattern pattern = new NumberFormatPattern();
    int at = 0;
    while (at < format.length()) {
      Interruption.check(pattern.marks.size());
      at = pattern.parseElement(format, at);
    }
    return pattern;
  }

  boolean has(Trait trait) {
    return traits.contains(trait);
  }

  private int parseElement(String format, int at) {
    char letter = format.charAt(at);
    if (letter == '"') {
      return parseQuoted(format, at + 1);
    }
    if (letter == '\\' && format.startsWith("\"", at + 1)) {
      marks.add(new Mark("\"", true, true));
      return at + 2;
    }
    for (String mark : MARKS) {
      boolean isUpper = format.startsWith(mark, at);
      if (isUpper || format.startsWith(mark.toLowerCase(Locale.ROOT), at)) {
        marks.add(new Mark(mark, false, isUpper));
        note(mark);
        return at + mark.length();
      }
    }
    int end = format.offsetByCodePoints(at, 1);
    marks.add(new Mark(format.substring(at, end), true, true));
    return end;
  }

  /** Parses a quoted text, in which a backslash quotes the next character; returns its end. */
  private int parseQuoted(String format, int start) {
    StringBuilder text = new StringBuilder();
    int at = start;
    while (at < format.length() && format.charAt(at) != '"') {
      at += format.charAt(at) == '\\' && at + 1 < format.length() ? 1 : 0;
      text.append(format.charAt(at++));
    }
    marks.add(new Mark(text.toString(), true, true));
    return at + 1;
  }

  private void note(String mark) {
    require(
        !has(Trait.SCIENTIFIC) || mark.equals("EEEE"), "\"EEEE\" must be the last pattern used");
    switch (mark) {
      case "9" -> noteDigit(mark, has(Trait.SHIFTED));
      case "0" -> {
        if (!has(Trait.ZEROS) && !has(Trait.POINT)) {
          traits.add(Trait.ZEROS);
          zeroStart = before;
        }
        noteDigit(mark, false);
        zeroEnd = before + behind;
      }
      case ".", "D" -> {
        require(!has(Trait.POINT), "multiple decimal points");
        require(!has(Trait.SHIFTED), "cannot use \"V\" and decimal point together");
        traits.add(Trait.POINT);
      }
      case "FM" -> traits.add(Trait.FILL_MODE);
      case "S" -> noteSign();
      case "MI" -> noteApart(mark, Trait.MINUS);
      case "PL" -> noteApart(mark, Trait.PLUS);
      case "SG" -> {
        noteApart(mark, Trait.MINUS);
        traits.add(Trait.PLUS);
      }
      case "PR" -> {
        require(
            !has(Trait.SIGN_AT_NUMBER) && !has(Trait.PLUS) && !has(Trait.MINUS),
            "cannot use \"PR\" and \"S\"/\"PL\"/\"MI\"/\"SG\" together");
        traits.add(Trait.BRACKETS);
      }
      case "RN" -> traits.add(Trait.ROMAN);
      case "V" -> {
        require(!has(Trait.POINT), "cannot use \"V\" and decimal point together");
        traits.add(Trait.SHIFTED);
      }
      case "B" -> {
        if (before == 0 && behind == 0 && !has(Trait.ZEROS)) {
          traits.add(Trait.BLANK);
        }
      }
      case "EEEE" -> noteScientific();
      default -> {}
    }
  }

  private void noteScientific() {
    require(!has(Trait.SCIENTIFIC), "cannot use \"EEEE\" twice");
    if (!Collections.disjoint(traits, INCOMPATIBLE_WITH_SCIENTIFIC)) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "\"EEEE\" is incompatible with other formats",
          ErrorFields.NONE.withDetail(
              "\"EEEE\" may only be used together with digit and decimal point patterns."));
    }
    traits.add(Trait.SCIENTIFIC);
  }

  private void noteDigit(String mark, boolean isShifted) {
    require(!has(Trait.BRACKETS), "\"" + mark + "\" must be ahead of \"PR\"");
    if (isShifted) {
      shift++;
    } else if (has(Trait.POINT)) {
      behind++;
    } else {
      before++;
    }
  }

  private void noteSign() {
    require(!has(Trait.SIGN_AT_NUMBER), "cannot use \"S\" twice");
    require(
        !has(Trait.PLUS) && !has(Trait.MINUS) && !has(Trait.BRACKETS),
        "cannot use \"S\" and \"PL\"/\"MI\"/\"SG\"/\"PR\" together");
    traits.add(Trait.SIGN_AT_NUMBER);
    if (has(Trait.POINT)) {
      digitsBeforeSign = -1;
    } else {
      digitsBeforeSign = before;
    }
  }

  private void noteApart(String mark, Trait trait) {
    require(!has(Trait.SIGN_AT_NUMBER), "cannot use \"S\" and \"" + mark + "\" together");
    traits.add(trait);
  }

  private static void require(boolean isRight, String message) {
    if (!isRight) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, message);
    }
  }
}
