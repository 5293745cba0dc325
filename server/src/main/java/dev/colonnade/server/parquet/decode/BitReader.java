package dev.colonnade.server.parquet.decode;

import java.nio.ByteBuffer;

/** Reader of packed numbers, whose first bit is the lowest one of a byte. */
final class BitReader {
  private BitReader() {}

  /** Returns a number of up to 32 bits. */
  static int read(ByteBuffer in, long bitPosition, int bits) {
    return (int) readLong(in, bitPosition, bits);
  }

  /** Returns a number of up to 64 bits. */
  static long readLong(ByteBuffer in, long bitPosition, int bits) {
    if (bits == 0) {
      return 0;
    }
    long first = bitPosition / Byte.SIZE;
    int shift = (int) (bitPosition % Byte.SIZE);
    long end = (bitPosition + bits + Byte.SIZE - 1) / Byte.SIZE;
    if (end > in.limit()) {
      throw new IndexOutOfBoundsException("packed numbers end after their page");
    }
    int at = (int) first;
    long number;
    if (at + Long.BYTES <= in.limit()) {
      number = in.getLong(at) >>> shift;
    } else {
      number = 0;
      for (int i = at; i < end && i < at + Long.BYTES; i++) {
        number |= (in.get(i) & 0xffL) << ((i - at) * Byte.SIZE);
      }
      number >>>= shift;
    }
    if (shift + bits > Long.SIZE) {
      number |= (in.get(at + Long.BYTES) & 0xffL) << (Long.SIZE - shift);
    }
    return bits == Long.SIZE ? number : number & ((1L << bits) - 1);
  }
}
