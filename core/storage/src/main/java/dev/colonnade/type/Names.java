package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.charset.StandardCharsets;

/** What a column, family or enum may be called. */
final class Names {
  /** The longest name in bytes of UTF-8. */
  static final int BYTES_MAX = 255;

  private Names() {}

  static String requireName(String what, String name) {
    requireNonNull(name, "name is null");
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          what + " name must have 1 to " + BYTES_MAX + " bytes: bytes=" + bytes);
    }
    return name;
  }
}
