package dev.colonnade.sql.lexer;

import java.nio.charset.StandardCharsets;

/** Identifiers: case folding, quotes, length. */
public final class Identifiers {
  /** Largest length of an identifier in bytes of UTF-8; PostgreSQL cuts longer ones. */
  public static final int BYTES_MAX = 63;

  private Identifiers() {}

  /** Returns an identifier, cut to {@link #BYTES_MAX} at a character. */
  public static String truncate(String identifier) {
    if (identifier.length() * 3 <= BYTES_MAX) {
      return identifier;
    }
    byte[] bytes = identifier.getBytes(StandardCharsets.UTF_8);
    if (bytes.length <= BYTES_MAX) {
      return identifier;
    }
    int end = BYTES_MAX;
    while ((bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }

  /** Returns an identifier as it is written in SQL, with quotes where it needs them. */
  public static String quote(String identifier) {
    return isPlain(identifier) ? identifier : '"' + identifier.replace("\"", "\"\"") + '"';
  }

  private static boolean isPlain(String identifier) {
    if (identifier.isEmpty() || !isLowerStart(identifier.charAt(0))) {
      return false;
    }
    for (int i = 1; i < identifier.length(); i++) {
      char c = identifier.charAt(i);
      if (!isLowerStart(c) && !Characters.isDigit(c)) {
        return false;
      }
    }
    int keyword = KeywordTable.find(identifier, 0, identifier.length());
    return keyword < 0 || KeywordTable.keyword(keyword).category() == Keyword.Category.UNRESERVED;
  }

  private static boolean isLowerStart(char c) {
    return (c >= 'a' && c <= 'z') || c == '_';
  }

  /** Returns the end of an identifier in quotes, -1 if it has none. */
  static int end(String text, int quote) {
    int at = text.indexOf('"', quote + 1);
    while (at >= 0 && at + 1 < text.length() && text.charAt(at + 1) == '"') {
      at = text.indexOf('"', at + 2);
    }
    return at < 0 ? -1 : at + 1;
  }

  static String unquote(String content) {
    return content.indexOf('"') < 0 ? content : content.replace("\"\"", "\"");
  }

  /** Returns an identifier without quotes in lower case, as PostgreSQL folds it. */
  static String lower(String text, int start, int end) {
    int at = start;
    while (at < end && (text.charAt(at) < 'A' || text.charAt(at) > 'Z')) {
      at++;
    }
    if (at == end) {
      return text.substring(start, end);
    }
    char[] folded = new char[end - start];
    for (int i = start; i < end; i++) {
      char c = text.charAt(i);
      folded[i - start] = c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
    }
    return new String(folded);
  }
}
