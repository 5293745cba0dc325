package dev.colonnade.sql.function.library.temporal;

import java.util.Locale;

/** Texts of fields that {@code to_char} formats: numbers with leading zeros, and names. */
final class FieldText {
  private static final String[] ROMAN = {
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"
  };

  private FieldText() {}

  /** Returns the Roman number of a month, from 1. */
  static String roman(int month) {
    return ROMAN[month - 1];
  }

  /** Returns a word in the case of a pattern. */
  static String cased(String pattern, String word) {
    if (Character.isLowerCase(pattern.charAt(0))) {
      return word.toLowerCase(Locale.ROOT);
    }
    boolean isUpper = Character.isUpperCase(pattern.charAt(1)) || pattern.charAt(1) == '.';
    return isUpper ? word.toUpperCase(Locale.ROOT) : word;
  }

  /** Returns a word with blanks up to a width, unless it is plain. */
  static String padded(String word, int width, boolean isPlain) {
    return isPlain ? word : word + " ".repeat(Math.max(0, width - word.length()));
  }

  /** Returns a number with leading zeros up to a width, unless it is plain. */
  static String digits(long value, int width, boolean isPlain) {
    return isPlain
        ? Long.toString(value)
        : ("%0" + (value < 0 ? width + 1 : width) + "d").formatted(value);
  }
}
