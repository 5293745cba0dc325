package dev.colonnade.sql.lexer;

import dev.colonnade.error.ColonnadeException;

/** Decoder of identifiers and strings with Unicode escapes: {@code U&"..."}, {@code U&'...'}. */
final class UnicodeEscapes {
  private final String text;
  private final char escape;
  private final StringBuilder decoded = new StringBuilder();
  private final String content;
  private final int offset;
  private int position;
  private int first;

  private UnicodeEscapes(String text, String content, int offset, char escape) {
    this.text = text;
    this.content = content;
    this.offset = offset;
    this.escape = escape;
  }

  /** Returns whether a token with Unicode escapes begins at an offset. */
  static boolean isUnicode(String text, int start) {
    char c = text.charAt(start);
    return (c == 'u' || c == 'U')
        && start + 2 < text.length()
        && text.charAt(start + 1) == '&'
        && (text.charAt(start + 2) == '\'' || text.charAt(start + 2) == '"');
  }

  /** Returns whether UESCAPE accepts a character. */
  static boolean isEscape(char c) {
    return Character.digit(c, 16) < 0
        && c != '+'
        && c != '\''
        && c != '"'
        && !Characters.isBlank(c)
        && c < '\u0080';
  }

  /** Returns the value of a token with an escape character. */
  static String decode(String text, int start, int end, char escape) {
    int contentEnd = Math.min(contentEnd(text, start), end);
    String content =
        text.charAt(start + 2) == '"'
            ? Identifiers.unquote(text.substring(start + 3, contentEnd - 1))
            : StringLiterals.join(text, start + 2, contentEnd);
    return new UnicodeEscapes(text, content, start + 3, escape).read();
  }

  /** Returns the end of a token without its UESCAPE. */
  static int contentEnd(String text, int start) {
    return text.charAt(start + 2) == '"'
        ? Identifiers.end(text, start + 2)
        : StringLiterals.end(text, start + 2, false);
  }

  private String read() {
    while (position < content.length()) {
      if (content.charAt(position) == escape) {
        readEscape();
      } else {
        requireNoPair();
        decoded.append(content.charAt(position));
        position++;
      }
    }
    requireNoPair();
    return decoded.toString();
  }

  private void readEscape() {
    if (position + 1 < content.length() && content.charAt(position + 1) == escape) {
      requireNoPair();
      decoded.append(escape);
      position += 2;
      return;
    }
    boolean isLong = position + 1 < content.length() && content.charAt(position + 1) == '+';
    int from = position + (isLong ? 2 : 1);
    int digits = isLong ? 6 : 4;
    int code = 0;
    for (int i = from; i < from + digits; i++) {
      int digit = i < content.length() ? Character.digit(content.charAt(i), 16) : -1;
      if (digit < 0) {
        throw SourceErrors.syntax(
            "invalid Unicode escape",
            "Unicode escapes must be \\XXXX or \\+XXXXXX.",
            text,
            offset + position);
      }
      code = code << 4 | digit;
    }
    append(code);
    position = from + digits;
  }

  private void append(int code) {
    if (code == 0 || code > Character.MAX_CODE_POINT) {
      throw SourceErrors.syntax("invalid Unicode escape value", text, offset + position);
    }
    boolean isHigh = code >= Character.MIN_HIGH_SURROGATE && code <= Character.MAX_HIGH_SURROGATE;
    boolean isLow = code >= Character.MIN_LOW_SURROGATE && code <= Character.MAX_LOW_SURROGATE;
    if (first != 0 != isLow) {
      throw pairError();
    }
    if (isHigh) {
      first = code;
    } else if (isLow) {
      decoded.append((char) first).append((char) code);
      first = 0;
    } else {
      decoded.appendCodePoint(code);
    }
  }

  private void requireNoPair() {
    if (first != 0) {
      throw pairError();
    }
  }

  private ColonnadeException pairError() {
    return SourceErrors.syntax("invalid Unicode surrogate pair", text, offset + position);
  }
}
