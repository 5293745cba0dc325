package dev.colonnade.sql.function.value;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.array.ArrayText;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.type.value.MultirangeValue;
import dev.colonnade.type.value.RangeValue;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Text form of ranges, as {@code [1,5)}, and of multiranges, as <code>{[1,5),[7,)}</code>. */
public final class RangeText {
  private static final String EMPTY = "empty";
  private static final String SPECIAL = "\"\\()[], \t\n\r\f\u000b";
  private static final String UNEXPECTED_END = "Unexpected end of input.";

  /** Builder of a range of bounds as texts; null is an infinite bound. */
  @FunctionalInterface
  public interface Reader {
    RangeValue range(
        @Nullable String lower,
        @Nullable String upper,
        boolean isLowerInclusive,
        boolean isUpperInclusive);
  }

  private final String text;
  private final String kind;
  private int at;

  private RangeText(String text, String kind) {
    this.text = requireNonNull(text, "text is null");
    this.kind = kind;
  }

  /** Returns the range of a text. */
  public static RangeValue range(String text, Reader reader) {
    return new RangeText(text, "range").range(reader);
  }

  /** Returns the ranges of the text of a multirange, in their order. */
  public static List<RangeValue> ranges(String text, Reader reader) {
    return new RangeText(text, "multirange").ranges(reader);
  }

  private RangeValue range(Reader reader) {
    skipBlanks();
    if (consumeEmpty()) {
      skipBlanks();
      require(at == text.length(), "Junk after \"empty\" key word.");
      return RangeValue.EMPTY;
    }
    boolean isLowerInclusive = peek() == '[';
    require(isLowerInclusive || peek() == '(', "Missing left parenthesis or bracket.");
    at++;
    String lower = bound();
    require(peek() == ',', "Missing comma after lower bound.");
    at++;
    String upper = bound();
    boolean isUpperInclusive = peek() == ']';
    require(isUpperInclusive || peek() == ')', "Too many commas.");
    at++;
    skipBlanks();
    require(at == text.length(), "Junk after right parenthesis or bracket.");
    return reader.range(lower, upper, isLowerInclusive, isUpperInclusive);
  }

  private @Nullable String bound() {
    if (isEndOfBound()) {
      return null;
    }
    StringBuilder bound = new StringBuilder();
    boolean inQuotes = false;
    while (inQuotes || !isEndOfBound()) {
      char next = next();
      if (next == '\\') {
        bound.append(next());
      } else if (next != '"') {
        bound.append(next);
      } else if (inQuotes && peek() == '"') {
        bound.append(next());
      } else {
        inQuotes = !inQuotes;
      }
    }
    return bound.toString();
  }

  private boolean isEndOfBound() {
    return peek() == ',' || peek() == ')' || peek() == ']';
  }

  private char next() {
    require(at < text.length(), UNEXPECTED_END);
    return text.charAt(at++);
  }

  private List<RangeValue> ranges(Reader reader) {
    List<RangeValue> found = new ArrayList<>();
    skipBlanks();
    require(peek() == '{', "Missing left brace.");
    at++;
    skipBlanks();
    boolean isFirst = true;
    while (!isFirst || peek() != '}') {
      require(at < text.length(), UNEXPECTED_END);
      isFirst = false;
      if (peek() == '[' || peek() == '(') {
        int start = at;
        skipRange();
        found.add(range(text.substring(start, at), reader));
      } else {
        require(consumeEmpty(), "Expected range start.");
      }
      skipBlanks();
      require(at < text.length(), UNEXPECTED_END);
      if (peek() == '}') {
        break;
      }
      require(peek() == ',', "Expected comma or end of multirange.");
      at++;
      skipBlanks();
    }
    at++;
    skipBlanks();
    require(at == text.length(), "Junk after closing right brace.");
    return found;
  }

  /** Moves behind the parenthesis or bracket that ends a range. */
  private void skipRange() {
    boolean inQuotes = false;
    at++;
    while (true) {
      char letter = next();
      if (letter == '\\') {
        next();
      } else if (letter == '"') {
        inQuotes = !inQuotes;
      } else if (!inQuotes && (letter == ')' || letter == ']')) {
        return;
      }
    }
  }

  private boolean consumeEmpty() {
    boolean isThere = text.regionMatches(true, at, EMPTY, 0, EMPTY.length());
    at += isThere ? EMPTY.length() : 0;
    return isThere;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void skipBlanks() {
    while (at < text.length() && ArrayText.isBlank(text.charAt(at))) {
      at++;
    }
  }

  private void require(boolean isMet, String detail) {
    if (!isMet) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION,
          "malformed %s literal: \"%s\"".formatted(kind, text),
          ErrorFields.NONE.withDetail(detail));
    }
  }

  /** Returns the text of a range. */
  public static String format(RangeValue range, Function<Object, String> bounds) {
    BoundedText out = new BoundedText();
    append(out, range, bounds);
    return out.toString();
  }

  /** Returns the text of a multirange. */
  public static String format(MultirangeValue multirange, Function<Object, String> bounds) {
    BoundedText out = new BoundedText().append('{');
    String separator = "";
    for (RangeValue range : multirange.ranges()) {
      out.append(separator);
      append(out, range, bounds);
      separator = ",";
    }
    return out.append('}').toString();
  }

  private static void append(BoundedText out, RangeValue range, Function<Object, String> bounds) {
    if (range.isEmpty()) {
      out.append(EMPTY);
      return;
    }
    Object lower = range.lower();
    Object upper = range.upper();
    out.append(range.isLowerInclusive() ? '[' : '(');
    out.append(lower == null ? "" : quoted(bounds.apply(lower)));
    out.append(',');
    out.append(upper == null ? "" : quoted(bounds.apply(upper)));
    out.append(range.isUpperInclusive() ? ']' : ')');
  }

  private static String quoted(String bound) {
    boolean isPlain =
        !bound.isEmpty() && bound.chars().noneMatch(letter -> SPECIAL.indexOf(letter) >= 0);
    return isPlain ? bound : '"' + bound.replace("\\", "\\\\").replace("\"", "\"\"") + '"';
  }
}
