package dev.colonnade.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Access to native memory at absolute addresses.
 *
 * <p><b>Danger:</b> no address is checked. A stale address or a wrong length reads unrelated memory
 * or crashes the process. Callers obtain addresses from a cursor (valid until its next move) or
 * from memory they allocated, and check lengths before they call. Assertions catch null addresses
 * and negative lengths, nothing else.
 *
 * <p>Multi-byte accesses need no alignment. Methods without a suffix are little-endian on every
 * machine; those named {@code ...BigEndian} are big-endian, so that an unsigned comparison of the
 * value equals a comparison of the bytes.
 */
public final class NativeMemory {
  @SuppressWarnings("restricted") // the point of this class
  private static final MemorySegment ALL = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  private static final ValueLayout.OfByte BYTE = ValueLayout.JAVA_BYTE;
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfShort SHORT_BIG_ENDIAN = SHORT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfInt INT_BIG_ENDIAN = INT.withOrder(ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG_BIG_ENDIAN = LONG.withOrder(ByteOrder.BIG_ENDIAN);

  /** Big-endian longs of byte arrays. */
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private NativeMemory() {}

  /** Returns the byte at {@code address}. */
  public static byte getByte(long address) {
    assert valid(address, Byte.BYTES);
    return ALL.get(BYTE, address);
  }

  /** Returns the little-endian short at {@code address}. */
  public static short getShort(long address) {
    assert valid(address, Short.BYTES);
    return ALL.get(SHORT, address);
  }

  /** Returns the little-endian int at {@code address}. */
  public static int getInt(long address) {
    assert valid(address, Integer.BYTES);
    return ALL.get(INT, address);
  }

  /** Returns the little-endian long at {@code address}. */
  public static long getLong(long address) {
    assert valid(address, Long.BYTES);
    return ALL.get(LONG, address);
  }

  /** Returns the big-endian short at {@code address}. */
  public static short getShortBigEndian(long address) {
    assert valid(address, Short.BYTES);
    return ALL.get(SHORT_BIG_ENDIAN, address);
  }

  /** Returns the big-endian int at {@code address}. */
  public static int getIntBigEndian(long address) {
    assert valid(address, Integer.BYTES);
    return ALL.get(INT_BIG_ENDIAN, address);
  }

  /** Returns the big-endian long at {@code address}. */
  public static long getLongBigEndian(long address) {
    assert valid(address, Long.BYTES);
    return ALL.get(LONG_BIG_ENDIAN, address);
  }

  /** Stores a byte. */
  public static void putByte(long address, byte value) {
    assert valid(address, Byte.BYTES);
    ALL.set(BYTE, address, value);
  }

  /** Stores a short, little-endian. */
  public static void putShort(long address, short value) {
    assert valid(address, Short.BYTES);
    ALL.set(SHORT, address, value);
  }

  /** Stores an int, little-endian. */
  public static void putInt(long address, int value) {
    assert valid(address, Integer.BYTES);
    ALL.set(INT, address, value);
  }

  /** Stores a long, little-endian. */
  public static void putLong(long address, long value) {
    assert valid(address, Long.BYTES);
    ALL.set(LONG, address, value);
  }

  /** Stores a short, big-endian. */
  public static void putShortBigEndian(long address, short value) {
    assert valid(address, Short.BYTES);
    ALL.set(SHORT_BIG_ENDIAN, address, value);
  }

  /** Stores an int, big-endian. */
  public static void putIntBigEndian(long address, int value) {
    assert valid(address, Integer.BYTES);
    ALL.set(INT_BIG_ENDIAN, address, value);
  }

  /** Stores a long, big-endian. */
  public static void putLongBigEndian(long address, long value) {
    assert valid(address, Long.BYTES);
    ALL.set(LONG_BIG_ENDIAN, address, value);
  }

  /** Copies {@code length} bytes; the two areas may overlap. */
  public static void copy(long fromAddress, long toAddress, long length) {
    assert valid(fromAddress, length) && valid(toAddress, length);
    MemorySegment.copy(ALL, fromAddress, ALL, toAddress, length);
  }

  /** Copies {@code length} bytes of native memory into {@code to}, starting at {@code toOffset}. */
  public static void copy(long fromAddress, byte[] to, int toOffset, int length) {
    assert valid(fromAddress, length);
    MemorySegment.copy(ALL, BYTE, fromAddress, to, toOffset, length);
  }

  /** Copies {@code count} longs of native memory into {@code to}. */
  public static void copy(long fromAddress, long[] to, int count) {
    assert valid(fromAddress, (long) Long.BYTES * count);
    MemorySegment.copy(ALL, LONG, fromAddress, to, 0, count);
  }

  /**
   * Copies {@code length} bytes of {@code from}, starting at {@code fromOffset}, to native memory.
   */
  public static void copy(byte[] from, int fromOffset, long toAddress, int length) {
    assert valid(toAddress, length);
    MemorySegment.copy(from, fromOffset, ALL, BYTE, toAddress, length);
  }

  /** Returns a new array holding the {@code length} bytes at {@code address}. */
  public static byte[] bytes(long address, int length) {
    byte[] copy = new byte[length];
    copy(address, copy, 0, length);
    return copy;
  }

  /** Sets {@code length} bytes to {@code value}. */
  public static void fill(long address, long length, byte value) {
    assert valid(address, length);
    ALL.asSlice(address, length).fill(value);
  }

  /**
   * Returns the segment of {@code length} bytes at {@code address}, for libraries that require a
   * segment. Its scope is global: nothing prevents a use after the memory has been freed.
   */
  public static MemorySegment segment(long address, long length) {
    assert valid(address, length);
    return ALL.asSlice(address, length);
  }

  /** Compares two byte strings as unsigned bytes; a prefix sorts before its extensions. */
  public static int compareUnsigned(
      long leftAddress, int leftLength, long rightAddress, int rightLength) {
    assert valid(leftAddress, leftLength) && valid(rightAddress, rightLength);
    int common = Math.min(leftLength, rightLength);
    int at = 0;
    for (; at <= common - Long.BYTES; at += Long.BYTES) {
      long left = ALL.get(LONG_BIG_ENDIAN, leftAddress + at);
      long right = ALL.get(LONG_BIG_ENDIAN, rightAddress + at);
      if (left != right) {
        return Long.compareUnsigned(left, right);
      }
    }
    for (; at < common; at++) {
      byte left = ALL.get(BYTE, leftAddress + at);
      byte right = ALL.get(BYTE, rightAddress + at);
      if (left != right) {
        return Byte.compareUnsigned(left, right);
      }
    }
    return Integer.compare(leftLength, rightLength);
  }

  /**
   * Compares native bytes with an array, as unsigned bytes; a prefix sorts before its extensions.
   */
  public static int compareUnsigned(long address, int length, byte[] right) {
    return compareUnsigned(address, length, right, 0, right.length);
  }

  /** Variant of {@link #compareUnsigned(long, int, byte[])} for a part of an array. */
  public static int compareUnsigned(long address, int length, byte[] right, int from, int to) {
    assert valid(address, length);
    int common = Math.min(length, to - from);
    int at = 0;
    for (; at <= common - Long.BYTES; at += Long.BYTES) {
      long some = ALL.get(LONG_BIG_ENDIAN, address + at);
      long other = (long) LONGS.get(right, from + at);
      if (some != other) {
        return Long.compareUnsigned(some, other);
      }
    }
    for (; at < common; at++) {
      byte some = ALL.get(BYTE, address + at);
      if (some != right[from + at]) {
        return Byte.compareUnsigned(some, right[from + at]);
      }
    }
    return Integer.compare(length, to - from);
  }

  /**
   * Returns the index of the first byte that differs, or -1 if the first {@code length} bytes are
   * equal.
   */
  public static long mismatch(long leftAddress, long rightAddress, long length) {
    assert valid(leftAddress, length) && valid(rightAddress, length);
    return MemorySegment.mismatch(
        ALL, leftAddress, leftAddress + length, ALL, rightAddress, rightAddress + length);
  }

  /**
   * Returns the index of the first byte that differs, or -1 if the first {@code length} bytes are
   * equal.
   */
  public static int mismatch(long address, byte[] right, int length) {
    assert valid(address, length);
    int at = 0;
    for (; at <= length - Long.BYTES; at += Long.BYTES) {
      long differing = ALL.get(LONG_BIG_ENDIAN, address + at) ^ (long) LONGS.get(right, at);
      if (differing != 0) {
        return at + (Long.numberOfLeadingZeros(differing) >>> 3);
      }
    }
    for (; at < length; at++) {
      if (ALL.get(BYTE, address + at) != right[at]) {
        return at;
      }
    }
    return -1;
  }

  private static boolean valid(long address, long length) {
    return length >= 0 && (address > 0 || (address == 0 && length == 0));
  }
}
