package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.type.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/** Reader and writer of bytes as pairs of hexadecimal digits, with white space between bytes. */
public final class HexDigits {
  private static final String BLANKS = " \t\r\n";

  private HexDigits() {}

  /** Returns the bytes; INVALID_ARGUMENT for other characters and for half a byte. */
  public static Bytes read(String text) {
    byte[] bytes = new byte[text.length() / 2];
    int count = 0;
    int at = 0;
    while (at < text.length()) {
      Interruption.check(at);
      if (BLANKS.indexOf(text.charAt(at)) >= 0) {
        at++;
        continue;
      }
      int high = digit(text, at);
      if (at + 1 == text.length()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "invalid hexadecimal data: odd number of digits");
      }
      bytes[count++] = (byte) (high << 4 | digit(text, at + 1));
      at += 2;
    }
    return Bytes.of(Arrays.copyOf(bytes, count));
  }

  /** Returns two digits for each byte, after the mark of the format. */
  public static String text(Bytes bytes) {
    byte[] values = bytes.toArray();
    byte[] digits = new byte[2 + 2 * values.length];
    digits[0] = '\\';
    digits[1] = 'x';
    for (int i = 0; i < values.length; i++) {
      Interruption.check(i);
      digits[2 + 2 * i] = (byte) HexFormat.of().toHighHexDigit(values[i]);
      digits[3 + 2 * i] = (byte) HexFormat.of().toLowHexDigit(values[i]);
    }
    return new String(digits, StandardCharsets.ISO_8859_1);
  }

  private static int digit(String text, int at) {
    char letter = text.charAt(at);
    if (!HexFormat.isHexDigit(letter)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "invalid hexadecimal digit: \"" + Character.toString(text.codePointAt(at)) + "\"");
    }
    return HexFormat.fromHexDigit(letter);
  }
}
