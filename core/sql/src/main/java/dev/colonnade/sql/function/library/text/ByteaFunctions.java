package dev.colonnade.sql.function.library.text;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.Arrays;
import java.util.List;
import org.apache.calcite.avatica.util.ByteString;

/** Functions on {@code bytea} values and their bits. */
public final class ByteaFunctions {
  /** SQL signatures of the functions of this class. */
  public static final List<String> SIGNATURES =
      List.of(
          "sha224(bytea) bytea",
          "sha384(bytea) bytea",
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

  public static ByteString sha224(ByteString value) {
    return new ByteString(TextFunctions.digest("SHA-224", value.getBytes()));
  }

  public static ByteString sha384(ByteString value) {
    return new ByteString(TextFunctions.digest("SHA-384", value.getBytes()));
  }

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
    long count = 0;
    for (byte unit : value.getBytes()) {
      count += Integer.bitCount(unit & 0xFF);
    }
    return count;
  }

  /** Returns the position of a part, from 1; 0 if it does not occur. */
  public static int position(ByteString part, ByteString value) {
    return value.indexOf(part) + 1;
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
    return before.concat(by).concat(value.substring(rest, size));
  }

  public static ByteString btrim(ByteString value, ByteString letters) {
    return rtrim(ltrim(value, letters), letters);
  }

  public static ByteString ltrim(ByteString value, ByteString letters) {
    int start = 0;
    while (start < value.length() && has(letters, value.byteAt(start))) {
      start++;
    }
    return value.substring(start, value.length());
  }

  public static ByteString rtrim(ByteString value, ByteString letters) {
    int end = value.length();
    while (end > 0 && has(letters, value.byteAt(end - 1))) {
      end--;
    }
    return value.substring(0, end);
  }

  private static boolean has(ByteString letters, byte letter) {
    byte[] bytes = letters.getBytes();
    Arrays.sort(bytes);
    return Arrays.binarySearch(bytes, letter) >= 0;
  }
}
