package dev.colonnade.jdbc.value;

import dev.colonnade.jdbc.error.SqlFailures;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Formatter and parser of one-dimensional array literals in PostgreSQL's syntax: {@code {1,NULL,"a
 * b"}}.
 */
final class ArrayLiteral {
  private static final String NULL = "NULL";

  private ArrayLiteral() {}

  /** Returns the literal of an array with these elements. */
  static String format(List<@Nullable String> elements) {
    StringBuilder text = new StringBuilder("{");
    for (int i = 0; i < elements.size(); i++) {
      if (i > 0) {
        text.append(',');
      }
      String element = elements.get(i);
      if (element == null) {
        text.append(NULL);
      } else {
        append(element, text);
      }
    }
    return text.append('}').toString();
  }

  /** Returns the texts of the elements of an array literal, without regard to its bounds. */
  static List<@Nullable String> parse(String literal) throws SQLException {
    String text = literal.startsWith("[") ? literal.substring(literal.indexOf('=') + 1) : literal;
    List<@Nullable String> elements = new ArrayList<>();
    int end = text.length() - 1;
    if (end < 1 || text.charAt(0) != '{' || text.charAt(end) != '}') {
      throw malformed(text);
    }
    int at = 1;
    while (at < end) {
      StringBuilder element = new StringBuilder();
      boolean isQuoted = text.charAt(at) == '"';
      at = isQuoted ? quoted(text, at + 1, end, element) : plain(text, at, end, element);
      boolean isNull = !isQuoted && element.toString().equalsIgnoreCase(NULL);
      elements.add(isNull ? null : element.toString());
      if (at < end && text.charAt(at) != ',') {
        throw malformed(text);
      }
      at++;
    }
    return elements;
  }

  private static int quoted(String text, int start, int end, StringBuilder element)
      throws SQLException {
    for (int at = start; at < end; at++) {
      char next = text.charAt(at);
      if (next == '"') {
        return at + 1;
      }
      element.append(next == '\\' && at + 1 < end ? text.charAt(++at) : next);
    }
    throw malformed(text);
  }

  private static int plain(String text, int start, int end, StringBuilder element)
      throws SQLException {
    int at = start;
    while (at < end && text.charAt(at) != ',') {
      char next = text.charAt(at);
      if (next == '{') {
        throw SqlFailures.unsupported("a multidimensional array");
      }
      element.append(next == '\\' && at + 1 < end ? text.charAt(++at) : next);
      at++;
    }
    return at;
  }

  private static void append(String element, StringBuilder text) {
    boolean isPlain = !element.isEmpty() && !element.equalsIgnoreCase(NULL);
    for (int i = 0; i < element.length() && isPlain; i++) {
      char next = element.charAt(i);
      isPlain = "{},\"\\".indexOf(next) < 0 && !Character.isWhitespace(next);
    }
    if (isPlain) {
      text.append(element);
      return;
    }
    text.append('"');
    for (int i = 0; i < element.length(); i++) {
      char next = element.charAt(i);
      if (next == '"' || next == '\\') {
        text.append('\\');
      }
      text.append(next);
    }
    text.append('"');
  }

  private static SQLException malformed(String text) {
    return SqlFailures.badConversion("not an array literal: text=" + text);
  }
}
