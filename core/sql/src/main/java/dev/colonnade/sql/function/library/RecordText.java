package dev.colonnade.sql.function.library;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parser of rows in PostgreSQL's text form: <code>(1,"a b",)</code>. */
public final class RecordText {
  private final String text;
  private int at;

  private RecordText(String text) {
    this.text = text;
  }

  /**
   * Returns the unparsed texts of the fields; null for NULL.
   *
   * @param count number of the fields of the row
   * @throws ColonnadeException INVALID_TEXT_REPRESENTATION
   */
  public static List<@Nullable String> parse(String text, int count) {
    return new RecordText(text).fields(count);
  }

  private List<@Nullable String> fields(int count) {
    skipBlanks();
    if (!consume('(')) {
      throw malformed("Missing left parenthesis.");
    }
    List<@Nullable String> found = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Interruption.check(i);
      if (i > 0 && !consume(',')) {
        throw malformed("Too few columns.");
      }
      found.add(isAt(',') || isAt(')') ? null : field());
    }
    if (!consume(')')) {
      throw malformed("Too many columns.");
    }
    skipBlanks();
    if (at < text.length()) {
      throw malformed("Junk after right parenthesis.");
    }
    return Collections.unmodifiableList(found);
  }

  private String field() {
    StringBuilder field = new StringBuilder();
    boolean isQuoted = false;
    while (isQuoted || !(isAt(',') || isAt(')'))) {
      Interruption.check(at);
      char next = next();
      if (next == '\\') {
        field.append(next());
      } else if (next != '"') {
        field.append(next);
      } else if (isQuoted && isAt('"')) {
        field.append(next());
      } else {
        isQuoted = !isQuoted;
      }
    }
    return field.toString();
  }

  private char next() {
    if (at == text.length()) {
      throw malformed("Unexpected end of input.");
    }
    return text.charAt(at++);
  }

  private boolean isAt(char wanted) {
    return at < text.length() && text.charAt(at) == wanted;
  }

  private boolean consume(char wanted) {
    boolean isThere = isAt(wanted);
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
        "malformed record literal: \"%s\"".formatted(text),
        ErrorFields.NONE.withDetail(detail));
  }
}
