package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Functions on {@code bytea} values and their bits. */
public final class ByteaFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "get_byte(bytea, int4) int4",
          "set_byte(bytea, int4, int4) bytea",
          "get_bit(bytea, int8) int4",
          "set_bit(bytea, int8, int4) bytea",
          "bit_count(bytea) int8",
          "position(bytea, bytea) int4",
          "overlay(bytea, bytea, int4) bytea = overlayFrom",
          "overlay(bytea, bytea, int4, int4) bytea",
          "btrim(bytea, bytea) bytea",
          "ltrim(bytea, bytea) bytea",
          "rtrim(bytea, bytea) bytea");

  private ByteaFunctions() {}

  /** Returns whether bytes match a pattern of LIKE. */
  public static boolean like(Bytes value, Bytes pattern) {
    return Texts.like(letters(value), letters(pattern));
  }

  public static boolean unlike(Bytes value, Bytes pattern) {
    return !like(value, pattern);
  }

  /** Returns a text with a letter for each byte. */
  private static String letters(Bytes bytes) {
    return new String(bytes.toArray(), StandardCharsets.ISO_8859_1);
  }

  public static int getByte(Bytes value, int index) {
    return value.at(checked(index, value.length())) & 0xFF;
  }

  public static Bytes setByte(Bytes value, int index, int newByte) {
    byte[] bytes = value.toArray();
    bytes[checked(index, bytes.length)] = (byte) newByte;
    return Bytes.of(bytes);
  }

  public static int getBit(Bytes value, long index) {
    checked(index, (long) value.length() * Byte.SIZE);
    return value.at((int) (index / Byte.SIZE)) >> (index % Byte.SIZE) & 1;
  }

  public static Bytes setBit(Bytes value, long index, int bit) {
    checked(index, (long) value.length() * Byte.SIZE);
    if (bit != 0 && bit != 1) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "new bit must be 0 or 1");
    }
    byte[] bytes = value.toArray();
    int at = (int) (index / Byte.SIZE);
    int mask = 1 << (index % Byte.SIZE);
    bytes[at] = (byte) (bit == 0 ? bytes[at] & ~mask : bytes[at] | mask);
    return Bytes.of(bytes);
  }

  private static int checked(long index, long size) {
    if (index < 0 || index >= size) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT, "index " + index + " out of valid range, 0.." + (size - 1));
    }
    return (int) index;
  }

  public static long bitCount(Bytes value) {
    byte[] bytes = value.toArray();
    long count = 0;
    for (int at = 0; at < bytes.length; at++) {
      Interruption.check(at);
      count += Integer.bitCount(bytes[at] & 0xFF);
    }
    return count;
  }

  /** Returns the position of a part, from 1; 0 if it does not occur. */
  public static int position(Bytes value, Bytes part) {
    byte[] bytes = value.toArray();
    byte[] wanted = part.toArray();
    for (int at = 0; at + wanted.length <= bytes.length; at++) {
      Interruption.check(wanted.length > Interruption.STEPS ? 0 : at);
      if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at + 1;
      }
    }
    return 0;
  }

  public static Bytes overlayFrom(Bytes value, Bytes by, int start) {
    return overlay(value, by, start, by.length());
  }

  public static Bytes overlay(Bytes value, Bytes by, int start, int count) {
    if (start < 1) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    int size = value.length();
    Bytes before = value.slice(0, Math.min(size, start - 1));
    int rest = Math.clamp((long) TextFunctions.endOf(start, count) - 1, 0, size);
    BoundedText.requireLength((long) before.length() + by.length() + size - rest);
    return before.concat(by).concat(value.slice(rest, size));
  }

  public static Bytes btrim(Bytes value, Bytes letters) {
    return rtrim(ltrim(value, letters), letters);
  }

  public static Bytes ltrim(Bytes value, Bytes letters) {
    boolean[] trimmed = setOf(letters);
    int start = 0;
    while (start < value.length() && trimmed[value.at(start) & 0xFF]) {
      Interruption.check(start);
      start++;
    }
    return value.slice(start, value.length());
  }

  public static Bytes rtrim(Bytes value, Bytes letters) {
    boolean[] trimmed = setOf(letters);
    int end = value.length();
    while (end > 0 && trimmed[value.at(end - 1) & 0xFF]) {
      Interruption.check(end);
      end--;
    }
    return value.slice(0, end);
  }

  private static boolean[] setOf(Bytes letters) {
    boolean[] set = new boolean[1 << Byte.SIZE];
    for (byte letter : letters.toArray()) {
      set[letter & 0xFF] = true;
    }
    return set;
  }
}
