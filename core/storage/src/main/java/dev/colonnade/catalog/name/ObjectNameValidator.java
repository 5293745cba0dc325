package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.charset.StandardCharsets;

/**
 * Validation of object names: 1 to 255 bytes of UTF-8 without control characters. Names are
 * case-sensitive.
 */
public final class ObjectNameValidator {
  /** Maximum length of a name in bytes of UTF-8. */
  static final int BYTES_MAX = 255;

  private ObjectNameValidator() {}

  /** Throws INVALID_NAME if {@code name} is not a valid name of an object of this kind. */
  public static String require(String kind, String name) {
    requireNonNull(name, "name is null");
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME,
          kind + " name must have 1 to " + BYTES_MAX + " bytes: bytes=" + bytes);
    }
    if (name.codePoints().anyMatch(c -> Character.isISOControl(c) || isSurrogate(c))) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME,
          kind + " name contains a character that is not allowed: bytes=" + bytes);
    }
    return name;
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
