package dev.colonnade.key;

import dev.colonnade.memory.NativeMemory;

/**
 * Key columns read where they lie in native memory: the fast twin of {@link KeyReader}. Every
 * method takes the address of the encoded value and the mask of its {@link SortDirection}; none
 * checks a length, which is the caller's part.
 */
public final class NativeKey {
  /** What {@link #measure} returns for bytes that no writer makes or that have no end. */
  public static final long CORRUPT = -1;

  private static final long ONES = 0x0101_0101_0101_0101L;
  private static final long HIGH_BITS = 0x8080_8080_8080_8080L;

  private NativeKey() {}

  /** A byte taken as 0 to 255: a null marker or a boolean. */
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
   * Eight bytes without a sign: a half of sixteen bytes, or the lower half of a 128-bit integer.
   */
  public static long rawLongAt(long address, int mask) {
    return NativeMemory.getLongBigEndian(address) ^ mask;
  }

  /**
   * Finds the end of a variable-width value within {@code available} bytes. The answer holds {@link
   * #contentBytes} and {@link #escapes}; it is {@link #CORRUPT} if there is no end or a zero byte
   * is not escaped.
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

  /** Bytes between the start of a measured value and its two-byte end, escapes included. */
  public static int contentBytes(long measured) {
    return (int) measured;
  }

  /** Number of zero bytes that a measured value holds, each stored as two. */
  public static int escapes(long measured) {
    return (int) (measured >>> Integer.SIZE);
  }

  /**
   * Writes the value of {@code contentBytes} encoded bytes to {@code to}: at most as many bytes.
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
   * The offset of the first zero byte at or after {@code from}, else {@code available}; eight bytes
   * a step.
   */
  private static int nextZero(long address, int from, int available, int mask) {
    int at = from;
    for (; at <= available - Long.BYTES; at += Long.BYTES) {
      long word = NativeMemory.getLong(address + at) ^ mask;
      // Bit 7 of the lowest zero byte is the lowest one set; higher ones may be false and are not
      // looked at.
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
