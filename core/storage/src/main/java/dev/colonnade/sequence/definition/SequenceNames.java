package dev.colonnade.sequence.definition;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.nio.charset.StandardCharsets;

/** Validator of sequence names, with the rules of table names. Names are case-sensitive. */
public final class SequenceNames {
  /** Maximum length of a name in bytes of UTF-8. */
  public static final int BYTES_MAX = 255;

  private SequenceNames() {}

  /** Returns the name. Throws INVALID_NAME if no sequence can have it. */
  public static String require(String name) {
    requireNonNull(name, "name is null");
    int bytes = name.getBytes(StandardCharsets.UTF_8).length;
    boolean isPrintable =
        name.codePoints().noneMatch(c -> Character.isISOControl(c) || isSurrogate(c));
    if (bytes == 0 || bytes > BYTES_MAX || !isPrintable) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME,
          "sequence name must have 1 to %d bytes and no control characters: bytes=%d"
              .formatted(BYTES_MAX, bytes));
    }
    return name;
  }

  private static boolean isSurrogate(int codePoint) {
    return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
  }
}
