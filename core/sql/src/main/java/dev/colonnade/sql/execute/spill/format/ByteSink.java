package dev.colonnade.sql.execute.spill.format;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Growing array of bytes, little-endian, which is reused. */
final class ByteSink {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int BYTES_MAX = Integer.MAX_VALUE - 8;
  private static final int CAPACITY_MIN = 256;

  /** A larger array is dropped when the sink is cleared. */
  private static final int CAPACITY_KEPT_MAX = 4 << 20;

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
    if (bytes.length > CAPACITY_KEPT_MAX) {
      bytes = new byte[CAPACITY_MIN];
    }
  }

  /** Drops the bytes and all but a small array. */
  void free() {
    length = 0;
    if (bytes.length > CAPACITY_MIN) {
      bytes = new byte[CAPACITY_MIN];
    }
  }

  /** Sets the length to one within the reserved bytes. */
  void setLength(int length) {
    this.length = length;
  }

  /** Makes place for {@code more} bytes after the present ones. */
  void reserve(long more) {
    long needed = length + more;
    if (needed <= bytes.length) {
      return;
    }
    if (needed > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.LIMIT_EXCEEDED,
          "row is too long for a temporary file: bytes=%d max=%d".formatted(needed, BYTES_MAX));
    }
    bytes = Arrays.copyOf(bytes, (int) Math.min(BYTES_MAX, Math.max(needed, bytes.length * 2L)));
  }

  void putByte(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
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

  /** Overwrites four bytes. */
  void setInt(int at, int value) {
    INTS.set(bytes, at, value);
  }

  /** Overwrites eight bytes. */
  void setLong(int at, long value) {
    LONGS.set(bytes, at, value);
  }

  void putBytes(byte[] from, int start, int count) {
    reserve(count);
    System.arraycopy(from, start, bytes, length, count);
    length += count;
  }

  /** Adds zeros up to a multiple of eight bytes. */
  void pad() {
    int padding = -length & (Long.BYTES - 1);
    reserve(padding);
    Arrays.fill(bytes, length, length + padding, (byte) 0);
    length += padding;
  }

  static int intAt(byte[] bytes, int at) {
    return (int) INTS.get(bytes, at);
  }

  static long longAt(byte[] bytes, int at) {
    return (long) LONGS.get(bytes, at);
  }
}
