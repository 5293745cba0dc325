package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.ParquetErrors;
import java.nio.ByteBuffer;

/** Reader of numbers of variable length. */
final class Varints {
  private static final int BITS = 7;
  private static final int MASK = 0x7f;

  private Varints() {}

  static long unsigned(ByteBuffer in) {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += BITS) {
      byte next = in.get();
      value |= (long) (next & MASK) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw ParquetErrors.malformed("a number in a page is too long");
  }

  static long signed(ByteBuffer in) {
    long value = unsigned(in);
    return value >>> 1 ^ -(value & 1);
  }
}
