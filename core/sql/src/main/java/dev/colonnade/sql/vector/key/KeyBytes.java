package dev.colonnade.sql.vector.key;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Growing array of the bytes of one key. */
final class KeyBytes {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BYTES_MAX = Integer.MAX_VALUE - 8;
  private static final int CAPACITY_MIN = 64;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private byte[] bytes = new byte[CAPACITY_MIN];
  private int length;

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }

  void clear() {
    length = 0;
  }

  void putByte(byte value) {
    reserve(1);
    bytes[length++] = value;
  }

  void putInt(int value) {
    reserve(Integer.BYTES);
    INTS.set(bytes, length, value);
    length += Integer.BYTES;
  }

  void putLong(long value) {
    reserve(Long.BYTES);
    LONGS.set(bytes, length, value);
    length += Long.BYTES;
  }

  /** Adds a tag and a number. */
  void putLong(byte tag, long value) {
    reserve(1 + Long.BYTES);
    bytes[length] = tag;
    LONGS.set(bytes, length + 1, value);
    length += 1 + Long.BYTES;
  }

  /** Adds a tag, a length and that many bytes. */
  void putBytes(byte tag, byte[] from, int start, int count) {
    reserve(1L + Integer.BYTES + count);
    bytes[length] = tag;
    INTS.set(bytes, length + 1, count);
    System.arraycopy(from, start, bytes, length + 1 + Integer.BYTES, count);
    length += 1 + Integer.BYTES + count;
  }

  private void reserve(long more) {
    long needed = length + more;
    if (needed <= bytes.length) {
      return;
    }
    if (needed > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "key is too long: bytes=%d max=%d".formatted(needed, BYTES_MAX));
    }
    long grown = Math.min(BYTES_MAX, Math.max(needed, bytes.length * 2L));
    bytes = Arrays.copyOf(bytes, (int) grown);
  }

  /** Returns a hash of the bytes from {@code start} on, all of whose bits depend on all of them. */
  long hash(int start) {
    long hash = length - start;
    int at = start;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      hash = (hash ^ (long) LONGS.get(bytes, at)) * MULTIPLIER;
      hash ^= hash >>> 32;
    }
    long rest = 0;
    for (; at < length; at++) {
      rest = rest << Byte.SIZE | bytes[at] & 0xFF;
    }
    hash = (hash ^ rest) * MULTIPLIER;
    hash ^= hash >>> 29;
    hash *= 0xBF58476D1CE4E5B9L;
    return hash ^ hash >>> 32;
  }
}
