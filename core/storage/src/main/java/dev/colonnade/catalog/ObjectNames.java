package dev.colonnade.catalog;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.charset.StandardCharsets;

/** What a table or an enum may be called: anything printable. Names are case-sensitive. */
final class ObjectNames {
  /** The longest name in bytes of UTF-8. */
  static final int BYTES_MAX = 255;

  private ObjectNames() {}

  static String require(String what, String name) {
    requireNonNull(name, "name is null");
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME,
          what + " name must have 1 to " + BYTES_MAX + " bytes: bytes=" + bytes);
    }
    if (name.codePoints().anyMatch(c -> Character.isISOControl(c) || isSurrogate(c))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME,
          what + " name holds a character that is not allowed: bytes=" + bytes);
    }
    return name;
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
