package dev.colonnade.type;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.charset.StandardCharsets;

/** Validation of the names of columns, families and enums. */
public final class NameLimits {
  /** The longest name in bytes of UTF-8. */
  public static final int BYTES_MAX = 255;

  private NameLimits() {}

  /**
   * Returns {@code name}, or throws INVALID_ARGUMENT if its length is not 1 to {@link #BYTES_MAX}
   * bytes.
   */
  public static String requireName(String object, String name) {
    requireNonNull(name, "name is null");
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    if (bytes == 0 || bytes > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          object + " name must have 1 to " + BYTES_MAX + " bytes: bytes=" + bytes);
    }
    return name;
  }
}
