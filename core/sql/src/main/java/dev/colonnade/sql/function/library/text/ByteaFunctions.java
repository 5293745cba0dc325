package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.interrupt.BoundedText;
import dev.colonnade.sql.function.interrupt.Interruption;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;

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

  public static int getByte(ByteString value, int index) {
    return value.byteAt(checked(index, value.length())) & 0xFF;
  }

  public static ByteString setByte(ByteString value, int index, int newByte) {
    byte[] bytes = value.getBytes();
    bytes[checked(index, bytes.length)] = (byte) newByte;
    return new ByteString(bytes);
  }

  public static int getBit(ByteString value, long index) {
    checked(index, (long) value.length() * Byte.SIZE);
    return value.byteAt((int) (index / Byte.SIZE)) >> (index % Byte.SIZE) & 1;
  }

  public static ByteString setBit(ByteString value, long index, int bit) {
    checked(index, (long) value.length() * Byte.SIZE);
    if (bit != 0 && bit != 1) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "new bit must be 0 or 1");
    }
    byte[] bytes = value.getBytes();
    int at = (int) (index / Byte.SIZE);
    int mask = 1 << (index % Byte.SIZE);
    bytes[at] = (byte) (bit == 0 ? bytes[at] & ~mask : bytes[at] | mask);
    return new ByteString(bytes);
  }

  private static int checked(long index, long size) {
    if (index < 0 || index >= size) {
      throw new ColonnadeException(
          ErrorCode.ARRAY_SUBSCRIPT, "index " + index + " out of valid range, 0.." + (size - 1));
    }
    return (int) index;
  }

  public static long bitCount(ByteString value) {
    byte[] bytes = value.getBytes();
    long count = 0;
    for (int at = 0; at < bytes.length; at++) {
      Interruption.check(at);
      count += Integer.bitCount(bytes[at] & 0xFF);
    }
    return count;
  }

  /** Returns the position of a part, from 1; 0 if it does not occur. */
  public static int position(ByteString part, ByteString value) {
    byte[] bytes = value.getBytes();
    byte[] wanted = part.getBytes();
    for (int at = 0; at + wanted.length <= bytes.length; at++) {
      Interruption.check(wanted.length > Interruption.STEPS ? 0 : at);
      if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
        return at + 1;
      }
    }
    return 0;
  }

  public static ByteString overlayFrom(ByteString value, ByteString by, int start) {
    return overlay(value, by, start, by.length());
  }

  public static ByteString overlay(ByteString value, ByteString by, int start, int count) {
    if (start < 1) {
      throw new ColonnadeException(
          ErrorCode.SUBSTRING_ERROR, "negative substring length not allowed");
    }
    int size = value.length();
    ByteString before = value.substring(0, Math.min(size, start - 1));
    int rest = Math.clamp((long) start - 1 + count, 0, size);
    BoundedText.requireLength((long) before.length() + by.length() + size - rest);
    return before.concat(by).concat(value.substring(rest, size));
  }

  public static ByteString btrim(ByteString value, ByteString letters) {
    return rtrim(ltrim(value, letters), letters);
  }

  public static ByteString ltrim(ByteString value, ByteString letters) {
    boolean[] trimmed = setOf(letters);
    int start = 0;
    while (start < value.length() && trimmed[value.byteAt(start) & 0xFF]) {
      Interruption.check(start);
      start++;
    }
    return value.substring(start, value.length());
  }

  public static ByteString rtrim(ByteString value, ByteString letters) {
    boolean[] trimmed = setOf(letters);
    int end = value.length();
    while (end > 0 && trimmed[value.byteAt(end - 1) & 0xFF]) {
      Interruption.check(end);
      end--;
    }
    return value.substring(0, end);
  }

  private static boolean[] setOf(ByteString letters) {
    boolean[] set = new boolean[1 << Byte.SIZE];
    for (byte letter : letters.getBytes()) {
      set[letter & 0xFF] = true;
    }
    return set;
  }
}
