package dev.colonnade.sql.function.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Parser and formatter of one-dimensional arrays in PostgreSQL's text form: <code>{1,2,NULL,"a b"}
 * </code>.
 */
public final class ArrayText {
  private static final String NULL = "null";
  private static final String UNEXPECTED_ELEMENT = "Unexpected array element.";
  private static final String UNEXPECTED_END = "Unexpected end of input.";

  private final String text;
  private int at;

  private ArrayText(String text) {
    this.text = text;
  }

  /** Returns the unparsed texts of the elements; null for NULL. */
  public static List<@Nullable String> parse(String text) {
    return new ArrayText(text).elements();
  }

  private List<@Nullable String> elements() {
    List<@Nullable String> found = new ArrayList<>();
    skipBlanks();
    if (!consume('{')) {
      throw malformed("Array value must start with \"{\" or dimension information.");
    }
    skipBlanks();
    if (!consume('}')) {
      do {
        Interruption.check(found.size());
        found.add(element());
        skipBlanks();
      } while (consume(','));
      if (!consume('}')) {
        throw malformed(at < text.length() ? UNEXPECTED_ELEMENT : UNEXPECTED_END);
      }
    }
    skipBlanks();
    if (at < text.length()) {
      throw malformed("Junk after closing right brace.");
    }
    return Collections.unmodifiableList(found);
  }

  private @Nullable String element() {
    skipBlanks();
    if (at < text.length() && text.charAt(at) == '{') {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "arrays of several dimensions are not supported: " + text);
    }
    return consume('"') ? quoted() : plain();
  }

  private String quoted() {
    StringBuilder element = new StringBuilder();
    while (at < text.length()) {
      Interruption.check(at);
      char next = text.charAt(at++);
      if (next == '"') {
        return element.toString();
      }
      if (next == '\\' && at < text.length()) {
        next = text.charAt(at++);
      }
      element.append(next);
    }
    throw malformed(UNEXPECTED_END);
  }

  private @Nullable String plain() {
    StringBuilder element = new StringBuilder();
    while (at < text.length() && text.charAt(at) != ',' && text.charAt(at) != '}') {
      Interruption.check(at);
      char next = text.charAt(at++);
      if (next == '"' || next == '{') {
        throw malformed(
            next == '"' ? UNEXPECTED_ELEMENT : "Unexpected \"%c\" character.".formatted(next));
      }
      if (next == '\\' && at < text.length()) {
        next = text.charAt(at++);
      }
      element.append(next);
    }
    String stripped = element.toString().strip();
    if (stripped.isEmpty()) {
      throw malformed(
          at < text.length()
              ? "Unexpected \"%c\" character.".formatted(text.charAt(at))
              : UNEXPECTED_END);
    }
    return stripped.toLowerCase(Locale.ROOT).equals(NULL) ? null : stripped;
  }

  private boolean consume(char wanted) {
    boolean isThere = at < text.length() && text.charAt(at) == wanted;
    at += isThere ? 1 : 0;
    return isThere;
  }

  private void skipBlanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private ColonnadeException malformed(String detail) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "malformed array literal: \"" + text + "\"",
        ErrorFields.NONE.withDetail(detail));
  }

  /** Returns the text of an array with these element texts. */
  public static String format(List<@Nullable String> elements) {
    BoundedText out = new BoundedText().append('{');
    for (String element : elements) {
      if (out.length() > 1) {
        out.append(',');
      }
      out.append(element == null ? "NULL" : needsQuotes(element) ? quote(element) : element);
    }
    return out.append('}').toString();
  }

  private static boolean needsQuotes(String element) {
    return element.isEmpty()
        || element.toLowerCase(Locale.ROOT).equals(NULL)
        || element
            .chars()
            .anyMatch(letter -> "{},\"\\".indexOf(letter) >= 0 || Character.isWhitespace(letter));
  }

  private static String quote(String element) {
    return '"' + element.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
