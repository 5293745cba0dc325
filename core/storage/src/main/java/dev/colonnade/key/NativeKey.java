package dev.colonnade.key;

import dev.colonnade.memory.NativeMemory;

/**
 * Decoder of key columns in place in native memory, for hot loops; {@link KeyReader} is its
 * reference implementation. Every method accepts the address of the encoded value and the mask of
 * its {@link SortDirection}; none checks a length, which is the responsibility of the caller.
 */
public final class NativeKey {
  /** Result of {@link #measure} for bytes with an invalid escape or without a terminator. */
  public static final long CORRUPT = -1;

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private NativeKey() {}

  /** Returns an unsigned byte, 0 to 255: a null marker or a boolean. */
  public static int byteAt(long address, int mask) {
    return (NativeMemory.getByte(address) ^ mask) & 0xFF;
  }

  public static short shortAt(long address, int mask) {
    return (short) (NativeMemory.getShortBigEndian(address) ^ Short.MIN_VALUE ^ mask);
  }

  public static int intAt(long address, int mask) {
    return NativeMemory.getIntBigEndian(address) ^ Integer.MIN_VALUE ^ mask;
  }

  public static long longAt(long address, int mask) {
    return NativeMemory.getLongBigEndian(address) ^ Long.MIN_VALUE ^ mask;
  }

  public static float floatAt(long address, int mask) {
    return FloatOrder.floatOf(NativeMemory.getIntBigEndian(address) ^ mask);
  }

  public static double doubleAt(long address, int mask) {
    return FloatOrder.doubleOf(NativeMemory.getLongBigEndian(address) ^ mask);
  }

  /**
   * Returns eight unsigned bytes: one half of sixteen bytes, or the lower half of a 128-bit
   * integer.
   */
  public static long rawLongAt(long address, int mask) {
    return NativeMemory.getLongBigEndian(address) ^ mask;
  }

  /**
   * Finds the terminator of a variable-width value within {@code available} bytes. The result packs
   * {@link #contentBytes} and {@link #escapes}; it is {@link #CORRUPT} if there is no terminator or
   * a zero byte is not escaped.
   */
  public static long measure(long address, int available, int mask) {
    int escapes = 0;
    int at = nextZero(address, 0, available, mask);
    while (at + 1 < available) {
      int second = byteAt(address + at + 1, mask);
      if (second == KeyLayout.END) {
        return ((long) escapes << Integer.SIZE) | at;
      }
      if (second != KeyLayout.ESCAPED_ZERO) {
        return CORRUPT;
      }
      escapes++;
      at = nextZero(address, at + 2, available, mask);
    }
    return CORRUPT;
  }

  /**
   * Returns the number of bytes between the start of a measured value and its two-byte terminator,
   * escapes included.
   */
  public static int contentBytes(long measured) {
    return (int) measured;
  }

  /** Returns the number of zero bytes in a measured value, each stored as two bytes. */
  public static int escapes(long measured) {
    return (int) (measured >>> Integer.SIZE);
  }

  /**
   * Decodes {@code contentBytes} encoded bytes to {@code to}; the result has at most as many bytes.
   */
  public static void unescape(long address, int contentBytes, int mask, long to) {
    long out = to;
    for (long at = address; at < address + contentBytes; at++) {
      int value = byteAt(at, mask);
      NativeMemory.putByte(out++, (byte) value);
      if (value == KeyLayout.ESCAPE) {
        at++;
      }
    }
  }

  /**
   * Returns the offset of the first zero byte at or after {@code from}, else {@code available};
   * compares eight bytes per step.
   */
  private static int nextZero(long address, int from, int available, int mask) {
    int at = from;
    for (; at <= available - Long.BYTES; at += Long.BYTES) {
      long word = NativeMemory.getLong(address + at) ^ mask;
      // The lowest set bit is bit 7 of the lowest zero byte; higher bits may be false positives
      // and are ignored.
      long zeros = (word - ONES) & ~word & HIGH_BITS;
      if (zeros != 0) {
        return at + (Long.numberOfTrailingZeros(zeros) >>> 3);
      }
    }
    while (at < available && byteAt(address + at, mask) != KeyLayout.ESCAPE) {
      at++;
    }
    return at;
  }
}
