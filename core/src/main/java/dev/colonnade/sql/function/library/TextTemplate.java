package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What {@code format} does: texts with holes that begin with a percent sign. */
final class TextTemplate {
  private static final Pattern HOLE =
      Pattern.compile("%(?:(\\d+)\\$)?(-?)(\\d+)?(.)", Pattern.DOTALL);

  private TextTemplate() {}

  /** The template with its holes filled; {@code values} has the template itself in front. */
  static String fill(String template, @Nullable Object[] values) {
    StringBuilder out = new StringBuilder();
    Matcher matcher = HOLE.matcher(template);
    int end = 0;
    int next = 1;
    while (matcher.find(end)) {
      out.append(template, end, matcher.start());
      end = matcher.end();
      if (matcher.group(4).equals("%")) {
        out.append('%');
        continue;
      }
      int index = matcher.group(1) == null ? next : Integer.parseInt(matcher.group(1));
      next = index + 1;
      if (index < 1 || index >= values.length) {
        throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "too few arguments for format()");
      }
      append(out, matcher, text(matcher.group(4), values[index]));
    }
    String rest = template.substring(end);
    if (rest.indexOf('%') >= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "unterminated format() type specifier");
    }
    return out.append(rest).toString();
  }

  private static void append(StringBuilder out, Matcher matcher, String text) {
    int width = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
    String blanks = " ".repeat(Math.max(0, width - text.codePointCount(0, text.length())));
    boolean isLeft = !matcher.group(2).isEmpty();
    out.append(isLeft ? text + blanks : blanks + text);
  }

  private static String text(String conversion, @Nullable Object value) {
    return switch (conversion) {
      case "s" -> value == null ? "" : value.toString();
      case "L" -> TextFunctions.quoteNullable((String) value);
      case "I" -> {
        if (value == null) {
          throw new ColonnadeException(
              ErrorCode.NULL_NOT_ALLOWED, "null values cannot be formatted as an SQL identifier");
        }
        yield TextFunctions.quoteIdent(value.toString());
      }
      default ->
          throw new ColonnadeException(
              ErrorCode.INVALID_ARGUMENT,
              "unrecognized format() type specifier \"" + conversion + "\"");
    };
  }
}
