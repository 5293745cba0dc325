package dev.colonnade.sql.lexer;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Decoder of strings with backslash escapes: {@code E'...'}. */
final class EscapedString {
  private final String text;
  private final int end;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final StringBuilder pending = new StringBuilder();
  private boolean hasBytes;
  private int position;

  private EscapedString(String text, int from, int end) {
    this.text = text;
    this.position = from;
    this.end = end;
  }

  /** Throws the error of the first wrong escape. */
  static void check(String text, int from, int end) {
    new EscapedString(text, from, end).read();
  }

  /**
   * Returns the characters of a string.
   *
   * @param from offset behind the opening quote
   * @param end offset behind the closing quote
   */
  static String decode(String text, int from, int end) {
    return new EscapedString(text, from, end).read();
  }

  private String read() {
    while (position < end) {
      char c = text.charAt(position);
      if (c == '\\' && position + 1 < end) {
        readEscape(text.charAt(position + 1));
      } else if (c == '\'') {
        readQuote();
      } else {
        pending.append(c);
        position++;
      }
    }
    return hasBytes ? decodeBytes() : pending.toString();
  }

  private void readQuote() {
    if (position + 1 < end && text.charAt(position + 1) == '\'') {
      pending.append('\'');
      position += 2;
      return;
    }
    int next = position + 1 < end ? StringLiterals.continuation(text, position + 1) : -1;
    position = next < 0 ? end : next + 1;
  }

  private void readEscape(char c) {
    switch (c) {
      case 'b' -> append('\b');
      case 'f' -> append('\f');
      case 'n' -> append('\n');
      case 'r' -> append('\r');
      case 't' -> append('\t');
      case 'u' -> readUnicode(4);
      case 'U' -> readUnicode(8);
      case '0', '1', '2', '3', '4', '5', '6', '7' -> readByte(position + 1, 3, 8);
      case 'x' -> {
        if (digit(position + 2, 16) < 0) {
          append(c);
        } else {
          readByte(position + 2, 2, 16);
        }
      }
      default -> append(c);
    }
  }

  private void append(char c) {
    pending.append(c);
    position += 2;
  }

  private void readByte(int from, int digitsMax, int radix) {
    int value = 0;
    int at = from;
    while (at < from + digitsMax && digit(at, radix) >= 0) {
      value = value * radix + digit(at, radix);
      at++;
    }
    position = at;
    value &= 0xFF;
    if (value > 0 && value < 0x80) {
      pending.append((char) value);
      return;
    }
    hasBytes = true;
    flush();
    bytes.write(value);
  }

  private void readUnicode(int digits) {
    int start = position;
    int code = unicode(start, digits);
    position = start + 2 + digits;
    if (!isFirstSurrogate(code)) {
      if (isSecondSurrogate(code)) {
        throw near("invalid Unicode surrogate pair", start, position);
      }
      appendCode(code, start);
      return;
    }
    int second = position;
    boolean isEscape = second + 1 < end && text.charAt(second) == '\\';
    char kind = isEscape ? text.charAt(second + 1) : ' ';
    if (kind != 'u' && kind != 'U') {
      throw near("invalid Unicode surrogate pair", second, Math.min(second + 1, text.length()));
    }
    int length = kind == 'u' ? 4 : 8;
    int low = unicode(second, length);
    position = second + 2 + length;
    if (!isSecondSurrogate(low)) {
      throw near("invalid Unicode surrogate pair", second, position);
    }
    pending.append((char) code).append((char) low);
  }

  private void appendCode(int code, int start) {
    if (code <= 0 || code > Character.MAX_CODE_POINT) {
      throw near("invalid Unicode escape value", start, position);
    }
    pending.appendCodePoint(code);
  }

  private int unicode(int start, int digits) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      int digit = digit(start + 2 + i, 16);
      if (digit < 0) {
        throw new ColonnadeException(
            ErrorCode.INVALID_PATTERN,
            "invalid Unicode escape",
            SourceErrors.fields(text, start)
                .withHint("Unicode escapes must be \\uXXXX or \\UXXXXXXXX."));
      }
      value = value << 4 | digit;
    }
    return value;
  }

  private int digit(int at, int radix) {
    if (at >= end || text.charAt(at) >= '\u0080') {
      return -1;
    }
    return Character.digit(text.charAt(at), radix);
  }

  private static boolean isFirstSurrogate(int code) {
    return code >= Character.MIN_HIGH_SURROGATE && code <= Character.MAX_HIGH_SURROGATE;
  }

  private static boolean isSecondSurrogate(int code) {
    return code >= Character.MIN_LOW_SURROGATE && code <= Character.MAX_LOW_SURROGATE;
  }

  private void flush() {
    byte[] encoded = pending.toString().getBytes(StandardCharsets.UTF_8);
    bytes.write(encoded, 0, encoded.length);
    pending.setLength(0);
  }

  private String decodeBytes() {
    flush();
    byte[] all = bytes.toByteArray();
    ByteBuffer buffer = ByteBuffer.wrap(all);
    try {
      String decoded = StandardCharsets.UTF_8.newDecoder().decode(buffer).toString();
      int zero = decoded.indexOf('\0');
      if (zero < 0) {
        return decoded;
      }
    } catch (CharacterCodingException e) {
      throw invalid(all, buffer.position(), e);
    }
    throw new ColonnadeException(
        ErrorCode.INVALID_TEXT, "invalid byte sequence for encoding \"UTF8\": 0x00");
  }

  private static ColonnadeException invalid(byte[] all, int at, CharacterCodingException cause) {
    int first = all[at] & 0xFF;
    int expected = first >= 0xF0 && first < 0xF8 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
    if (first >= 0xF8) {
      expected = 1;
    }
    StringBuilder message = new StringBuilder("invalid byte sequence for encoding \"UTF8\":");
    for (int i = at; i < Math.min(all.length, at + expected); i++) {
      message.append(String.format(" 0x%02x", all[i] & 0xFF));
    }
    return new ColonnadeException(ErrorCode.INVALID_TEXT, message.toString(), cause);
  }

  private ColonnadeException near(String message, int start, int behind) {
    return SourceErrors.near(message, text, start, behind);
  }
}
