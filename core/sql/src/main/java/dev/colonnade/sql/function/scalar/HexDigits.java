package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.type.Bytes;
import java.util.Arrays;
import java.util.HexFormat;

/** Reader of bytes as pairs of hexadecimal digits, with white space between bytes. */
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
