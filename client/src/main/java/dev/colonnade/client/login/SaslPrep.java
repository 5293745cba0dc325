package dev.colonnade.client.login;

import java.text.Normalizer;

/**
 * Normalization of passwords with SASLprep (RFC 4013) like PostgreSQL, which leaves a password
 * unchanged if SASLprep prohibits it. Different encodings of the same letter result in the same
 * password.
 */
public final class SaslPrep {
  private static final int SOFT_HYPHEN = 0x00AD;
  private static final int ASCII_MAX = 0x7E;

  private SaslPrep() {}

  /** Returns the normalized password. */
  public static String prepared(String password) {
    if (password.codePoints().allMatch(c -> c >= ' ' && c <= ASCII_MAX)) {
      return password;
    }
    StringBuilder mapped = new StringBuilder();
    password
        .codePoints()
        .filter(c -> !isMappedToNothing(c))
        .forEach(c -> mapped.appendCodePoint(isBlank(c) ? ' ' : c));
    String normal = Normalizer.normalize(mapped, Normalizer.Form.NFKC);
    boolean isForbidden = normal.isEmpty() || normal.codePoints().anyMatch(SaslPrep::isForbidden);
    return isForbidden || !isOneDirection(normal) ? password : normal;
  }

  /** Returns whether the character is in RFC 3454, table B.1. */
  private static boolean isMappedToNothing(int c) {
    return c == SOFT_HYPHEN
        || c == 0x034F
        || c == 0x1806
        || (c >= 0x180B && c <= 0x180D)
        || (c >= 0x200B && c <= 0x200D)
        || c == 0x2060
        || (c >= 0xFE00 && c <= 0xFE0F)
        || c == 0xFEFF;
  }

  /** Returns whether the character is in RFC 3454, table C.1.2. */
  private static boolean isBlank(int c) {
    return c == 0x00A0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200B)
        || c == 0x202F
        || c == 0x205F
        || c == 0x3000;
  }

  /**
   * Returns whether the character is in RFC 3454, tables C.2 to C.9: control, private use, not
   * assigned to letters, or tags.
   */
  private static boolean isForbidden(int c) {
    return switch (Character.getType(c)) {
          case Character.CONTROL, Character.PRIVATE_USE, Character.SURROGATE -> true;
          case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
          default -> false;
        }
        || c == 0x06DD
        || c == 0x070F
        || c == 0x180E
        || c == 0x0340
        || c == 0x0341
        || (c >= 0x200C && c <= 0x200F)
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2060 && c <= 0x206F)
        || (c >= 0x2FF0 && c <= 0x2FFB)
        || (c >= 0xFDD0 && c <= 0xFDEF)
        || c == 0xFEFF
        || (c >= 0xFFF9 && c <= 0xFFFD)
        || (c & 0xFFFE) == 0xFFFE
        || (c >= 0x1D173 && c <= 0x1D17A)
        || c == 0xE0001
        || (c >= 0xE0020 && c <= 0xE007F);
  }

  /**
   * Returns whether the text satisfies RFC 3454, section 6: text from right to left has no
   * characters from left to right, and starts and ends with a character from right to left.
   */
  private static boolean isOneDirection(String text) {
    if (text.codePoints().noneMatch(SaslPrep::isRightToLeft)) {
      return true;
    }
    return text.codePoints()
            .noneMatch(
                c -> Character.getDirectionality(c) == Character.DIRECTIONALITY_LEFT_TO_RIGHT)
        && isRightToLeft(text.codePointAt(0))
        && isRightToLeft(text.codePointBefore(text.length()));
  }

  private static boolean isRightToLeft(int c) {
    byte direction = Character.getDirectionality(c);
    return direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT
        || direction == Character.DIRECTIONALITY_RIGHT_TO_LEFT_ARABIC;
  }
}
