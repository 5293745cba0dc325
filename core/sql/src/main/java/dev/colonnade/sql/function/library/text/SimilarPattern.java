package dev.colonnade.sql.function.library.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.List;

/**
 * Pattern of {@code SIMILAR TO} as Java's regular expressions: one, or those before, between and
 * behind two separators, which are the escape character and a double quote.
 *
 * @param parts one to three regular expressions, each a group of its own
 */
record SimilarPattern(List<String> parts) {
  private static final int PARTS_MAX = 3;

  SimilarPattern {
    parts = List.copyOf(requireNonNull(parts, "parts is null"));
  }

  /** Returns a pattern with an escape character, or without one if its text is empty. */
  static SimilarPattern of(String pattern, String escape) {
    if (escape.length() > 1) {
      throw new ColonnadeException(
          ErrorCode.INVALID_PATTERN,
          "invalid escape string",
          ErrorFields.NONE.withHint("Escape string must be empty or one character."));
    }
    List<String> parts = new ArrayList<>();
    StringBuilder java = new StringBuilder();
    boolean isInBrackets = false;
    for (int i = 0; i < pattern.length(); i++) {
      Interruption.check(i);
      char letter = pattern.charAt(i);
      if (!escape.isEmpty() && letter == escape.charAt(0) && i + 1 < pattern.length()) {
        char escaped = pattern.charAt(++i);
        if (escaped == '"' && !isInBrackets) {
          add(parts, java);
        } else {
          java.append('\\').append(escaped);
        }
      } else if (isInBrackets) {
        isInBrackets = letter != ']';
        java.append(letter == '\\' ? "\\\\" : String.valueOf(letter));
      } else {
        isInBrackets = letter == '[';
        java.append(
            switch (letter) {
              case '%' -> ".*";
              case '_' -> ".";
              case '(' -> "(?:";
              case '.', '^', '$', '\\' -> "\\" + letter;
              default -> String.valueOf(letter);
            });
      }
    }
    add(parts, java);
    return new SimilarPattern(parts);
  }

  private static void add(List<String> parts, StringBuilder java) {
    if (parts.size() == PARTS_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ESCAPE_USE,
          "SQL regular expression may not contain more than two escape-double-quote separators");
    }
    parts.add("(?:" + java + ")");
    java.setLength(0);
  }

  boolean hasSeparators() {
    return parts.size() > 1;
  }

  /** Returns the regular expression of a whole text. */
  String whole() {
    return String.join("", parts);
  }

  String before() {
    return parts.getFirst();
  }

  String middle() {
    return parts.get(1);
  }

  String after() {
    return parts.size() == PARTS_MAX ? parts.getLast() : "";
  }
}
