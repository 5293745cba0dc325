package dev.colonnade.sql.function.scalar;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.math.BigInteger;

/** Casts of bit strings, which are texts of the digits 0 and 1, and their fit to a length. */
public final class BitStrings {
  private static final int HEX_DIGIT_BITS = 4;
  private static final int HEX = 16;

  private BitStrings() {}

  /** Returns the bits of a text: binary digits, or hexadecimal ones behind an x. */
  public static String textToBits(String text) {
    if (text.startsWith("x") || text.startsWith("X")) {
      return ofHexadecimal(text.substring(1));
    }
    boolean isMarked = text.startsWith("b") || text.startsWith("B");
    String digits = isMarked ? text.substring(1) : text;
    for (int i = 0; i < digits.length(); i++) {
      Interruption.check(i);
      if (digits.charAt(i) != '0' && digits.charAt(i) != '1') {
        throw invalid(digits, i, "binary");
      }
    }
    return digits;
  }

  private static String ofHexadecimal(String digits) {
    StringBuilder bits = new StringBuilder(digits.length() * HEX_DIGIT_BITS);
    for (int i = 0; i < digits.length(); i++) {
      Interruption.check(i);
      char letter = digits.charAt(i);
      int digit = letter < 0x80 ? Character.digit(letter, HEX) : -1;
      if (digit < 0) {
        throw invalid(digits, i, "hexadecimal");
      }
      for (int bit = HEX_DIGIT_BITS - 1; bit >= 0; bit--) {
        bits.append((char) ('0' + (digit >> bit & 1)));
      }
    }
    return bits.toString();
  }

  private static ColonnadeException invalid(String digits, int index, String what) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION,
        "\"%s\" is not a valid %s digit"
            .formatted(Character.toString(digits.codePointAt(index)), what));
  }

  public static String bitsToText(String bits) {
    return bits;
  }

  /** Cuts off bits at the right, or adds zeros there, as an explicit cast to bit(n) does. */
  public static String fitBits(String bits, int length) {
    return bits.length() >= length
        ? bits.substring(0, length)
        : bits + "0".repeat(length - bits.length());
  }

  /** Checks the length, as an assignment to bit(n) does. */
  public static String requireBits(String bits, int length) {
    if (bits.length() != length) {
      throw new ColonnadeException(
          ErrorCode.STRING_LENGTH_MISMATCH,
          "bit string length %d does not match type bit(%d)".formatted(bits.length(), length));
    }
    return bits;
  }

  /** Cuts off bits at the right, as an explicit cast to varbit(n) does. */
  public static String cutBits(String bits, int length) {
    return bits.length() > length ? bits.substring(0, length) : bits;
  }

  /** Checks the length, as an assignment to varbit(n) does. */
  public static String requireVaryingBits(String bits, int length) {
    if (bits.length() > length) {
      throw new ColonnadeException(
          ErrorCode.STRING_TOO_LONG,
          "bit string too long for type bit varying(%d)".formatted(length));
    }
    return bits;
  }

  /** Returns the lowest bit of a number, as a cast to bit without a length does. */
  public static String lowestBit(long value) {
    return (value & 1) == 0 ? "0" : "1";
  }

  public static int bitsToInteger(String bits) {
    return (int) number(bits, Integer.SIZE, "integer");
  }

  public static long bitsToLong(String bits) {
    return number(bits, Long.SIZE, "bigint");
  }

  private static long number(String bits, int bitsMax, String type) {
    if (bits.length() > bitsMax) {
      throw new ColonnadeException(ErrorCode.VALUE_OUT_OF_RANGE, type + " out of range");
    }
    return bits.isEmpty() ? 0 : new BigInteger(bits, 2).longValue();
  }
}
