package dev.colonnade.server.pg.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.sql.copy.CopyDescription;
import java.util.Arrays;

/** Parser of a line of the text format, in which a backslash escapes special characters. */
final class TextLineParser implements LineParser {
  private static final int OCTAL = 8;
  private static final int OCTAL_DIGITS_MAX = 3;
  private static final int HEX = 16;
  private static final int HEX_DIGITS_MAX = 2;
  private static final int FIRST_BYTES = 64;

  private final byte delimiter;
  private final byte[] nullText;

  /** Unescaped bytes of a value. */
  private byte[] plain = new byte[FIRST_BYTES];

  TextLineParser(CopyDescription terms) {
    this.delimiter = (byte) terms.options().delimiter();
    this.nullText = terms.options().nullText().getBytes(UTF_8);
  }

  @Override
  public void read(byte[] bytes, int from, int to, TextFieldBuilder fields) {
    int start = from;
    boolean isEscaped = false;
    for (int at = from; at < to; at++) {
      byte value = bytes[at];
      if (value == '\\') {
        isEscaped = true;
        at++;
      } else if (value == delimiter) {
        add(bytes, start, at, isEscaped, fields);
        start = at + 1;
        isEscaped = false;
      }
    }
    add(bytes, start, to, isEscaped, fields);
  }

  private void add(byte[] bytes, int from, int to, boolean isEscaped, TextFieldBuilder fields) {
    if (Arrays.equals(bytes, from, to, nullText, 0, nullText.length)) {
      fields.addNull();
    } else if (isEscaped) {
      fields.add(plain, 0, unescape(bytes, from, to));
    } else {
      fields.add(bytes, from, to);
    }
  }

  /** Writes the unescaped bytes to {@link #plain} and returns their number. */
  private int unescape(byte[] bytes, int from, int to) {
    if (plain.length < to - from) {
      plain = new byte[2 * (to - from)];
    }
    int length = 0;
    int at = from;
    while (at < to) {
      byte value = bytes[at++];
      if (value != '\\' || at == to) {
        plain[length++] = value;
        continue;
      }
      boolean isHex = bytes[at] == 'x';
      int first = isHex ? at + 1 : at;
      int digits = digits(bytes, first, to, isHex ? HEX_DIGITS_MAX : OCTAL_DIGITS_MAX, isHex);
      if (digits > 0) {
        plain[length++] = number(bytes, first, digits, isHex ? HEX : OCTAL);
        at = first + digits;
      } else {
        plain[length++] = control(bytes[at++]);
      }
    }
    return length;
  }

  private static int digits(byte[] bytes, int first, int to, int max, boolean isHex) {
    int count = 0;
    while (count < max
        && first + count < to
        && Character.digit(bytes[first + count], isHex ? HEX : OCTAL) >= 0) {
      count++;
    }
    return count;
  }

  private static byte number(byte[] bytes, int first, int digits, int radix) {
    int value = 0;
    for (int i = 0; i < digits; i++) {
      value = value * radix + Character.digit(bytes[first + i], radix);
    }
    return (byte) value;
  }

  private static byte control(byte escaped) {
    return switch (escaped) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'v' -> 0x0b;
      default -> escaped;
    };
  }
}
