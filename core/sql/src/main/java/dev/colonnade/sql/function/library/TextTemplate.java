package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** What {@code format} does: texts with holes that begin with a percent sign. */
final class TextTemplate {
  private final String template;
  private final @Nullable Object[] values;
  private final StringBuilder out = new StringBuilder();
  private int at;

  /** The place of the value that the next hole takes. */
  private int next = 1;

  private TextTemplate(String template, @Nullable Object[] values) {
    this.template = template;
    this.values = values;
  }

  /** The template with its holes filled; {@code values} has the template itself in front. */
  static String fill(String template, @Nullable Object[] values) {
    return new TextTemplate(template, values).fill();
  }

  private String fill() {
    while (at < template.length()) {
      char letter = template.charAt(at++);
      if (letter != '%') {
        out.append(letter);
      } else if (letter() == '%') {
        at++;
        out.append('%');
      } else {
        fillHole();
      }
    }
    return out.toString();
  }

  /** {@code [place$][-][width]conversion}, where the width may be that of a value. */
  private void fillHole() {
    int place = place();
    boolean isLeft = false;
    while (letter() == '-') {
      isLeft = true;
      at++;
    }
    int width = width();
    boolean isPair = Character.isHighSurrogate(letter());
    int conversion = isPair ? template.codePointAt(at) : letter();
    at += Character.charCount(conversion);
    Object value = value(place > 0 ? place : next);
    String text = text(conversion, value);
    int missing = Math.abs(width) - text.codePointCount(0, text.length());
    String blanks = " ".repeat(Math.max(0, missing));
    out.append(isLeft || width < 0 ? text + blanks : blanks + text);
  }

  /** The number in front of a dollar sign; 0 if there is none. */
  private int place() {
    int end = at;
    while (end < template.length() && Character.isDigit(template.charAt(end))) {
      end++;
    }
    if (end == at || end == template.length() || template.charAt(end) != '$') {
      return 0;
    }
    int place = number(template.substring(at, end));
    if (place == 0) {
      throw invalid("format specifies argument 0, but arguments are numbered from 1");
    }
    at = end + 1;
    return place;
  }

  private int width() {
    if (letter() == '*') {
      at++;
      int place = place();
      Object value = value(place > 0 ? place : next);
      return value == null ? 0 : number(value.toString());
    }
    int start = at;
    while (Character.isDigit(letter())) {
      at++;
    }
    return start == at ? 0 : number(template.substring(start, at));
  }

  private static int number(String digits) {
    try {
      return Integer.parseInt(digits.strip());
    } catch (NumberFormatException e) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, "number is out of range", e);
    }
  }

  private @Nullable Object value(int place) {
    if (place >= values.length) {
      throw invalid("too few arguments for format()");
    }
    next = place + 1;
    return values[place];
  }

  private char letter() {
    if (at >= template.length()) {
      throw invalid("unterminated format() type specifier");
    }
    return template.charAt(at);
  }

  private static String text(int conversion, @Nullable Object value) {
    return switch (conversion) {
      case 's' -> value == null ? "" : value.toString();
      case 'L' -> TextFunctions.quoteNullable((String) value);
      case 'I' -> {
        if (value == null) {
          throw new ColonnadeException(
              ErrorCode.NULL_NOT_ALLOWED, "null values cannot be formatted as an SQL identifier");
        }
        yield TextFunctions.quoteIdent(value.toString());
      }
      default ->
          throw invalid(
              "unrecognized format() type specifier \"" + Character.toString(conversion) + "\"");
    };
  }

  private static ColonnadeException invalid(String message) {
    return new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
