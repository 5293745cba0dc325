package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.scalar.Texts;
import org.jspecify.annotations.Nullable;

/**
 * Implementation of {@code format}: a format string with specifiers that begin with a percent sign.
 */
final class FormatString {
  private final String template;
  private final @Nullable Object[] values;
  private final BoundedText out = new BoundedText();
  private int at;

  /** Position of the argument of the next specifier. */
  private int next = 1;

  private FormatString(String template, @Nullable Object[] values) {
    this.template = template;
    this.values = values;
  }

  /**
   * Returns the formatted text; {@code values} contains the template itself as the first element.
   */
  public static String format(String template, @Nullable Object[] values) {
    return new FormatString(template, values).format();
  }

  private String format() {
    while (at < template.length()) {
      char letter = template.charAt(at++);
      if (letter != '%') {
        out.append(letter);
      } else if (letter() == '%') {
        at++;
        out.append('%');
      } else {
        appendArgument();
      }
    }
    return out.toString();
  }

  /**
   * Appends a specifier {@code [position$][-][width]conversion}, whose width may be an argument.
   */
  private void appendArgument() {
    int position = position();
    boolean isLeft = false;
    while (letter() == '-') {
      isLeft = true;
      at++;
    }
    int width = width();
    boolean isPair = Character.isHighSurrogate(letter());
    int conversion = isPair ? template.codePointAt(at) : letter();
    at += Character.charCount(conversion);
    Object value = value(position > 0 ? position : next);
    String text = text(conversion, value);
    long missing = Math.max(0, Math.abs((long) width) - Texts.length(text));
    if (isLeft || width < 0) {
      out.append(text).append(" ", missing);
    } else {
      out.append(" ", missing).append(text);
    }
  }

  /** Returns the number before a dollar sign; 0 if there is none. */
  private int position() {
    int end = at;
    while (end < template.length() && Character.isDigit(template.charAt(end))) {
      end++;
    }
    if (end == at || end == template.length() || template.charAt(end) != '$') {
      return 0;
    }
    int position = number(template.substring(at, end));
    if (position == 0) {
      throw invalid("format specifies argument 0, but arguments are numbered from 1");
    }
    at = end + 1;
    return position;
  }

  private int width() {
    if (letter() == '*') {
      at++;
      int position = position();
      Object value = value(position > 0 ? position : next);
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

  private @Nullable Object value(int position) {
    if (position >= values.length) {
      throw invalid("too few arguments for format()");
    }
    next = position + 1;
    return values[position];
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
      case 'L' -> SqlQuoting.quoteNullable((String) value);
      case 'I' -> {
        if (value == null) {
          throw new ColonnadeException(
              ErrorCode.NULL_NOT_ALLOWED, "null values cannot be formatted as an SQL identifier");
        }
        yield SqlQuoting.quoteIdent(value.toString());
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
