package dev.colonnade.server.parquet.write;

import io.netty.buffer.ByteBuf;

/**
 * Encoder of small numbers as Parquet's mixture of runs and of groups of eight bit-packed numbers,
 * in which levels and indexes of dictionaries are stored.
 */
final class HybridEncoder {
  private static final int GROUP = 8;
  private static final int VARINT_BITS = 7;
  private static final int VARINT_MORE = 0x80;

  private HybridEncoder() {}

  /** Returns the bits of numbers up to {@code max}, at least one. */
  static int bitsOf(int max) {
    return Math.max(1, Integer.SIZE - Integer.numberOfLeadingZeros(max));
  }

  /** Appends the first {@code count} numbers, each of up to {@code bits} bits. */
  static void write(ByteBuf out, int[] numbers, int count, int bits) {
    int next = 0;
    while (next < count) {
      int run = runLength(numbers, next, count);
      if (run >= GROUP) {
        varint(out, run << 1);
        for (int shift = 0; shift < bits; shift += Byte.SIZE) {
          out.writeByte(numbers[next] >>> shift);
        }
        next += run;
        continue;
      }
      int end = next + GROUP;
      while (end < count && !isGroupEqual(numbers, end, count)) {
        end += GROUP;
      }
      varint(out, ((end - next) / GROUP) << 1 | 1);
      pack(out, numbers, next, end, count, bits);
      next = end;
    }
  }

  private static int runLength(int[] numbers, int from, int count) {
    int end = from + 1;
    while (end < count && numbers[end] == numbers[from]) {
      end++;
    }
    return end - from;
  }

  private static boolean isGroupEqual(int[] numbers, int from, int count) {
    for (int i = from + 1; i < from + GROUP; i++) {
      if (i >= count || numbers[i] != numbers[from]) {
        return false;
      }
    }
    return true;
  }

  /** Packs from the lowest bit on; numbers beyond {@code count} are zero. */
  private static void pack(ByteBuf out, int[] numbers, int from, int to, int count, int bits) {
    long pending = 0;
    int pendingBits = 0;
    for (int i = from; i < to; i++) {
      long number = i < count ? numbers[i] : 0;
      pending |= number << pendingBits;
      pendingBits += bits;
      while (pendingBits >= Byte.SIZE) {
        out.writeByte((int) pending);
        pending >>>= Byte.SIZE;
        pendingBits -= Byte.SIZE;
      }
    }
  }

  private static void varint(ByteBuf out, int value) {
    int rest = value;
    while ((rest & -VARINT_MORE) != 0) {
      out.writeByte(rest | VARINT_MORE);
      rest >>>= VARINT_BITS;
    }
    out.writeByte(rest);
  }
}
