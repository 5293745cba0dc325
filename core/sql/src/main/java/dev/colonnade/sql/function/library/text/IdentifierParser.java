package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.ArrayList;
import java.util.List;

/** Parser of a qualified name in a text, with PostgreSQL's rules of identifiers. */
public final class IdentifierParser {
  private static final String SPACES = " \t\n\r\f\u000B";

  private final String text;
  private int at;

  private IdentifierParser(String text) {
    this.text = text;
  }

  /**
   * Returns the parts of a qualified name: quoted ones unchanged, others in lower case.
   *
   * @param isStrict whether text behind the name is an error
   */
  public static List<?> parseIdent(String text, boolean isStrict) {
    return new IdentifierParser(text).parts(isStrict);
  }

  private List<String> parts(boolean isStrict) {
    List<String> parts = new ArrayList<>();
    skipSpaces();
    while (true) {
      Interruption.check();
      parts.add(part(!parts.isEmpty()));
      skipSpaces();
      if (at < text.length() && text.charAt(at) == '.') {
        at++;
        skipSpaces();
      } else if (at < text.length() && isStrict) {
        throw invalid("");
      } else {
        return parts;
      }
    }
  }

  private String part(boolean isAfterPoint) {
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted();
    }
    int from = at;
    if (at < text.length() && isStart(text.charAt(at))) {
      while (at < text.length() && isPart(text.charAt(at))) {
        at++;
      }
      return lowerCase(text.substring(from, at));
    }
    if (at < text.length() && text.charAt(at) == '.') {
      throw invalid("No valid identifier before \".\".");
    }
    throw invalid(isAfterPoint ? "No valid identifier after \".\"." : "");
  }

  private String quoted() {
    StringBuilder part = new StringBuilder();
    int from = at + 1;
    while (true) {
      int end = text.indexOf('"', from);
      if (end < 0) {
        throw invalid("String has unclosed double quotes.");
      }
      part.append(text, from, end);
      at = end + 1;
      if (at == text.length() || text.charAt(at) != '"') {
        break;
      }
      part.append('"');
      from = at + 1;
    }
    if (part.isEmpty()) {
      throw invalid("Quoted identifier must not be empty.");
    }
    return part.toString();
  }

  private void skipSpaces() {
    while (at < text.length() && SPACES.indexOf(text.charAt(at)) >= 0) {
      at++;
    }
  }

  private static boolean isStart(char letter) {
    return letter == '_'
        || (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z')
        || letter >= 0x80;
  }

  private static boolean isPart(char letter) {
    return isStart(letter) || (letter >= '0' && letter <= '9') || letter == '$';
  }

  /** Converts the letters of ASCII only, as PostgreSQL does with identifiers in UTF-8. */
  private static String lowerCase(String name) {
    StringBuilder out = new StringBuilder(name.length());
    for (int i = 0; i < name.length(); i++) {
      char letter = name.charAt(i);
      out.append(letter >= 'A' && letter <= 'Z' ? (char) (letter + ('a' - 'A')) : letter);
    }
    return out.toString();
  }

  private ColonnadeException invalid(String detail) {
    String message = "string is not a valid identifier: \"" + text + "\"";
    return detail.isEmpty()
        ? new ColonnadeException(ErrorCode.INVALID_ARGUMENT, message)
        : new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, message, ErrorFields.NONE.withDetail(detail));
  }
}
