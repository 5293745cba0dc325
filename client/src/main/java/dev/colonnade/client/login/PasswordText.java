package dev.colonnade.client.login;

import java.text.Normalizer;

/**
 * Passwords in the form in which they are compared: SASLprep (RFC 4013) as PostgreSQL applies it,
 * which takes a password as it is where SASLprep forbids it. Two ways of typing the same letter are
 * one password then.
 */
public final class PasswordText {
  private static final int SOFT_HYPHEN = 0x00AD;
  private static final int ASCII_MAX = 0x7E;

  private PasswordText() {}

  /** The password as it is compared. */
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
    boolean isForbidden =
        normal.isEmpty() || normal.codePoints().anyMatch(PasswordText::isForbidden);
    return isForbidden || !isOneDirection(normal) ? password : normal;
  }

  /** RFC 3454, table B.1. */
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

  /** RFC 3454, table C.1.2. */
  private static boolean isBlank(int c) {
    return c == 0x00A0
        || c == 0x1680
        || (c >= 0x2000 && c <= 0x200B)
        || c == 0x202F
        || c == 0x205F
        || c == 0x3000;
  }

  /** RFC 3454, tables C.2 to C.9: control, private, not assigned to letters, or tags. */
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
   * RFC 3454, section 6: text from right to left has nothing else in it, and is so at both ends.
   */
  private static boolean isOneDirection(String text) {
    if (text.codePoints().noneMatch(PasswordText::isRightToLeft)) {
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
