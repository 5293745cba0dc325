package dev.colonnade.sql.function.array;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.type.value.ArrayShape;
import dev.colonnade.type.value.ArrayValue;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Parser of PostgreSQL's text form of arrays: bounds of the dimensions, if they are not numbered
 * from 1, and nested braces, as in {@code [0:1][1:2]={{1,NULL},{"a b",\,}}}.
 */
final class ArrayLiteralParser {
  private static final String NOT_MATCHING =
      "Specified array dimensions do not match array contents.";

  private final String text;
  private final char delimiter;
  private final int[] lengths = new int[ArrayShape.DIMENSIONS_MAX];
  private final int[] lowerBounds = new int[ArrayShape.DIMENSIONS_MAX];
  private int dimensions;
  private int at;

  ArrayLiteralParser(String text, char delimiter) {
    this.delimiter = delimiter;
    this.text = requireNonNull(text, "text is null");
  }

  /** Returns the unparsed texts of the elements; null for NULL. */
  List<@Nullable String> parse() {
    readBounds();
    boolean hasBounds = dimensions > 0;
    if (hasBounds) {
      if (peek() != '=') {
        throw malformed("Missing \"=\" after array dimensions.");
      }
      at++;
      skipBlanks();
    }
    if (peek() != '{') {
      throw malformed(
          hasBounds
              ? "Array contents must start with \"{\"."
              : "Array value must start with \"{\" or dimension information.");
    }
    int[] found = new ArrayLiteralDimensions(text, at, delimiter).read();
    if (!hasBounds) {
      Arrays.fill(lowerBounds, 0, found.length, 1);
    } else if (!Arrays.equals(found, Arrays.copyOf(lengths, dimensions))) {
      throw malformed(NOT_MATCHING);
    }
    ArrayShape shape = ArrayShape.of(found, Arrays.copyOf(lowerBounds, found.length));
    return elements(shape);
  }

  /** Reads {@code [n]} and {@code [m:n]}. */
  private void readBounds() {
    skipBlanks();
    while (peek() == '[') {
      at++;
      ArrayShape.requireDimensions(dimensions + 1);
      String first = digits();
      if (first.isEmpty()) {
        throw malformed("\"[\" must introduce explicitly-specified array dimensions.");
      }
      String last = first;
      int lower = 1;
      if (peek() == ':') {
        at++;
        lower = number(first);
        last = digits();
        if (last.isEmpty()) {
          throw malformed("Missing array dimension value.");
        }
      }
      if (peek() != ']') {
        throw malformed("Missing \"]\" after array dimensions.");
      }
      at++;
      int upper = number(last);
      if (upper < lower) {
        throw new ColonnadeException(
            ErrorCode.ARRAY_SUBSCRIPT, "upper bound cannot be less than lower bound");
      }
      lengths[dimensions] = upper - lower + 1;
      lowerBounds[dimensions] = lower;
      dimensions++;
      skipBlanks();
    }
  }

  private String digits() {
    int start = at;
    while ((Character.digit(peek(), 10) >= 0 && peek() < 0x80) || peek() == '-' || peek() == '+') {
      at++;
    }
    return text.substring(start, at);
  }

  /** Returns the number with which a text begins, as C's {@code atoi} does. */
  private static int number(String digits) {
    int end = digits.startsWith("-") || digits.startsWith("+") ? 1 : 0;
    while (end < digits.length() && Character.isDigit(digits.charAt(end))) {
      end++;
    }
    String number = digits.substring(digits.startsWith("+") ? 1 : 0, end);
    boolean isNone = number.isEmpty() || number.equals("-");
    return isNone ? 0 : new BigInteger(number).intValue();
  }

  private List<@Nullable String> elements(ArrayShape shape) {
    @Nullable String[] found = new @Nullable String[shape.count()];
    for (int i = 0; i < found.length; i++) {
      Interruption.check(i);
      found[i] = element();
    }
    while (at < text.length() && (ArrayLiteralDimensions.isBlank(peek()) || peek() == '}')) {
      at++;
    }
    if (at < text.length() && found.length > 0) {
      throw ArrayLiteralDimensions.malformed(text, null);
    }
    return texts(shape, Arrays.asList(found));
  }

  @SuppressWarnings("unchecked") // the elements are texts
  private static List<@Nullable String> texts(ArrayShape shape, List<@Nullable String> found) {
    return (List<@Nullable String>)
        (List<?>) ArrayValue.of(shape, Collections.unmodifiableList(found));
  }

  /** Reads an element with the braces and blanks before it, and the delimiter or brace behind. */
  private @Nullable String element() {
    while (peek() == '{'
        || peek() == '}'
        || peek() == delimiter
        || ArrayLiteralDimensions.isBlank(peek())) {
      at++;
    }
    StringBuilder element = new StringBuilder();
    int end = 0;
    boolean isQuoted = false;
    boolean inQuotes = false;
    while (inQuotes || (peek() != delimiter && peek() != '}')) {
      if (at == text.length()) {
        throw ArrayLiteralDimensions.malformed(text, null);
      }
      char next = text.charAt(at++);
      if (next == '"') {
        inQuotes = !inQuotes;
        isQuoted = true;
        end = element.length();
      } else if (next == '\\') {
        isQuoted = true;
        element.append(text.charAt(at++));
        end = element.length();
      } else {
        element.append(next);
        end = ArrayLiteralDimensions.isBlank(next) && !inQuotes ? end : element.length();
      }
    }
    at++;
    element.setLength(end);
    String found = element.toString();
    return !isQuoted && found.toLowerCase(Locale.ROOT).equals("null") ? null : found;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void skipBlanks() {
    while (at < text.length() && ArrayLiteralDimensions.isBlank(text.charAt(at))) {
      at++;
    }
  }

  private ColonnadeException malformed(String detail) {
    return ArrayLiteralDimensions.malformed(text, detail);
  }
}
