package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;

/** Functions and operators of bit strings, which are texts of the digits 0 and 1. */
public final class BitStringFunctions {
  private static final int LENGTH_MAX = Integer.MAX_VALUE - 7;

  private BitStringFunctions() {}

  /**
   * Returns the lowest bits of a number, which its sign extends.
   *
   * @param givenLength number of bits; one for a number that no type has
   */
  public static String ofLong(long value, int givenLength) {
    int length = givenLength <= 0 || givenLength > LENGTH_MAX ? 1 : givenLength;
    BoundedText.requireLength(length);
    StringBuilder bits = new StringBuilder(length);
    for (int i = length - 1; i >= 0; i--) {
      bits.append((char) ('0' + (value >> Math.min(i, Long.SIZE - 1) & 1)));
    }
    return bits.toString();
  }

  public static String and(String left, String right) {
    requireSameLength(left, right, "AND");
    return combined(left, right, (a, b) -> a == '1' && b == '1');
  }

  public static String or(String left, String right) {
    requireSameLength(left, right, "OR");
    return combined(left, right, (a, b) -> a == '1' || b == '1');
  }

  public static String xor(String left, String right) {
    requireSameLength(left, right, "XOR");
    return combined(left, right, (a, b) -> a != b);
  }

  /** Combination of two bits. */
  private interface BitOperator {
    boolean apply(char left, char right);
  }

  private static String combined(String left, String right, BitOperator operator) {
    StringBuilder bits = new StringBuilder(left.length());
    for (int i = 0; i < left.length(); i++) {
      Interruption.check(i);
      bits.append(operator.apply(left.charAt(i), right.charAt(i)) ? '1' : '0');
    }
    return bits.toString();
  }

  private static void requireSameLength(String left, String right, String operator) {
    if (left.length() != right.length()) {
      throw new ColonnadeException(
          ErrorCode.STRING_LENGTH_MISMATCH,
          "cannot %s bit strings of different sizes".formatted(operator));
    }
  }

  public static String not(String bits) {
    StringBuilder inverted = new StringBuilder(bits.length());
    for (int i = 0; i < bits.length(); i++) {
      Interruption.check(i);
      inverted.append(bits.charAt(i) == '1' ? '0' : '1');
    }
    return inverted.toString();
  }

  public static String shiftLeft(String bits, int count) {
    if (count < 0) {
      return shiftRight(bits, count == Integer.MIN_VALUE ? Integer.MAX_VALUE : -count);
    }
    int removed = Math.min(count, bits.length());
    return bits.substring(removed) + "0".repeat(removed);
  }

  public static String shiftRight(String bits, int count) {
    if (count < 0) {
      return shiftLeft(bits, count == Integer.MIN_VALUE ? Integer.MAX_VALUE : -count);
    }
    int removed = Math.min(count, bits.length());
    return "0".repeat(removed) + bits.substring(0, bits.length() - removed);
  }

  public static String concat(String left, String right) {
    return left.concat(right);
  }

  public static int length(String bits) {
    return bits.length();
  }

  public static int octetLength(String bits) {
    return (bits.length() + Byte.SIZE - 1) / Byte.SIZE;
  }

  public static long count(String bits) {
    long count = 0;
    for (int i = 0; i < bits.length(); i++) {
      Interruption.check(i);
      count += bits.charAt(i) - '0';
    }
    return count;
  }

  public static int get(String bits, int index) {
    requirePlace(bits, index);
    return bits.charAt(index) - '0';
  }

  private static void requirePlace(String bits, int index) {
    if (index < 0 || index >= bits.length()) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT,
          "bit index %d out of valid range (0..%d)".formatted(index, bits.length() - 1));
    }
  }

  public static String set(String bits, int index, int bit) {
    requirePlace(bits, index);
    if (bit != 0 && bit != 1) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "new bit must be 0 or 1");
    }
    return bits.substring(0, index) + bit + bits.substring(index + 1);
  }

  public static String substringFrom(String bits, int start) {
    return bits.substring(Math.clamp((long) start - 1, 0, bits.length()));
  }

  public static String substring(String bits, int start, int count) {
    long end = (long) start + count;
    if (count < 0) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    int from = Math.clamp((long) start - 1, 0, bits.length());
    return bits.substring(from, Math.clamp(end - 1, from, bits.length()));
  }

  /** Returns the position of a part, from 1; 0 if there is none or there are no bits. */
  public static int position(String bits, String part) {
    return bits.isEmpty() ? 0 : bits.indexOf(part) + 1;
  }

  public static String overlay(String bits, String other, int start) {
    return overlay(bits, other, start, other.length());
  }

  /** Returns bits in which others replace a number of bits from a position, from 1, on. */
  public static String overlay(String bits, String other, int start, int count) {
    if (start <= 0) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    return substring(bits, 1, start - 1)
        + other
        + substringFrom(bits, TextFunctions.endOf(start, count));
  }
}
