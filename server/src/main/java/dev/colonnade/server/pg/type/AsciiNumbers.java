package dev.colonnade.server.pg.type;

import io.netty.buffer.ByteBuf;

/** Formatter of numbers as ASCII digits, directly into a buffer. */
final class AsciiNumbers {
  private static final int TEN = 10;
  private static final byte[] HEX = {
    '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f'
  };

  private AsciiNumbers() {}

  /** Writes an integer, with a sign if it is negative. */
  static void write(ByteBuf out, long value) {
    if (value < 0) {
      out.writeByte('-');
    }
    int count = count(value);
    int end = out.writerIndex() + count;
    out.ensureWritable(count);
    long rest = value;
    for (int index = end - 1; index >= end - count; index--) {
      out.setByte(index, '0' + (int) Math.abs(rest % TEN));
      rest /= TEN;
    }
    out.writerIndex(end);
  }

  /** Writes a decimal number: {@code unscaled} times {@code 10^-scale}. */
  static void writeDecimal(ByteBuf out, long unscaled, int scale) {
    if (scale == 0) {
      write(out, unscaled);
      return;
    }
    if (unscaled < 0) {
      out.writeByte('-');
    }
    long unit = 1;
    for (int i = 0; i < scale; i++) {
      unit *= TEN;
    }
    long size = Math.abs(unscaled); // Long.MIN_VALUE is unchanged, and correct as unsigned
    write(out, Long.divideUnsigned(size, unit));
    out.writeByte('.');
    long rest = Long.remainderUnsigned(size, unit);
    int end = out.writerIndex() + scale;
    out.ensureWritable(scale);
    for (int index = end - 1; index >= end - scale; index--) {
      out.setByte(index, '0' + (int) (rest % TEN));
      rest /= TEN;
    }
    out.writerIndex(end);
  }

  private static int count(long value) {
    int count = 1;
    for (long rest = value / TEN; rest != 0; rest /= TEN) {
      count++;
    }
    return count;
  }

  /** Writes a non-negative number with leading zeros. */
  static void writePadded(ByteBuf out, int value, int width) {
    int divisor = 1;
    for (int i = 1; i < width; i++) {
      divisor *= TEN;
    }
    for (int i = 0; i < width; i++) {
      out.writeByte('0' + value / divisor % TEN);
      divisor /= TEN;
    }
  }

  /** Writes a byte as two hexadecimal digits. */
  static void writeHex(ByteBuf out, byte value) {
    out.writeByte(HEX[(value >> 4) & 0xf]);
    out.writeByte(HEX[value & 0xf]);
  }

  /** Writes the {@code digits} lowest hexadecimal digits of a number. */
  static void writeHex(ByteBuf out, long value, int digits) {
    for (int shift = (digits - 1) * 4; shift >= 0; shift -= 4) {
      out.writeByte(HEX[(int) (value >>> shift) & 0xf]);
    }
  }
}
