package dev.colonnade.scan.column.copy;

import dev.colonnade.memory.NativeMemory;

/**
 * Copy and count kernels for bitmaps whose bits start anywhere in a byte, least significant bit
 * first. Only bytes that contain the bits are read or written.
 */
public final class BitCopy {
  /** Fill byte for the bits behind the last copied one in its byte: zeros. */
  public static final int ZEROS = 0;

  /** Fill byte for the bits behind the last copied one in its byte: ones. */
  public static final int ONES = 0xFF;

  private static final int WORD_BITS = Long.SIZE;

  /**
   * Bits that must be left for a read of nine bytes, as eight and one: 64 bits from any bit on are
   * in them.
   */
  private static final int WORD_READ_BITS = WORD_BITS + Byte.SIZE;

  private BitCopy() {}

  /**
   * Copies {@code count} bits. Bits in front of them in the first byte are preserved; bits behind
   * them in the last byte become {@code behind}.
   */
  public static void copy(long from, long fromBit, long to, long toBit, int count, int behind) {
    int done = copyToByteEnd(from, fromBit, to, toBit, count, behind);
    if (((fromBit + done) & 7) == 0) {
      int bytes = (count - done) >>> 3;
      NativeMemory.copy(from + ((fromBit + done) >>> 3), to + ((toBit + done) >>> 3), bytes);
      done += bytes << 3;
    }
    for (; count - done >= WORD_READ_BITS; done += WORD_BITS) {
      NativeMemory.putLong(to + ((toBit + done) >>> 3), word(from, fromBit + done));
    }
    for (; count > done; done += Byte.SIZE) {
      int bits = Math.min(Byte.SIZE, count - done);
      int value = bits(from, fromBit + done, bits) | (behind << bits);
      NativeMemory.putByte(to + ((toBit + done) >>> 3), (byte) value);
    }
  }

  /**
   * Fills the byte of {@code toBit} if that is not its first bit; returns the number of copied
   * bits.
   */
  private static int copyToByteEnd(
      long from, long fromBit, long to, long toBit, int count, int behind) {
    int at = (int) (toBit & 7);
    if (at == 0 || count == 0) {
      return 0;
    }
    int bits = Math.min(Byte.SIZE - at, count);
    long address = to + (toBit >>> 3);
    int before = NativeMemory.getByte(address) & ((1 << at) - 1);
    int value = before | (bits(from, fromBit, bits) << at) | (behind << (at + bits));
    NativeMemory.putByte(address, (byte) value);
    return bits;
  }

  /** Returns how many of {@code count} bits are zero. */
  public static int countZeros(long from, long fromBit, int count) {
    int ones = 0;
    int done = 0;
    for (; count - done >= WORD_READ_BITS; done += WORD_BITS) {
      ones += Long.bitCount(word(from, fromBit + done));
    }
    for (; count > done; done += Byte.SIZE) {
      ones += Integer.bitCount(bits(from, fromBit + done, Math.min(Byte.SIZE, count - done)));
    }
    return count - ones;
  }

  private static long word(long from, long bit) {
    long address = from + (bit >>> 3);
    int shift = (int) (bit & 7);
    long low = NativeMemory.getLong(address) >>> shift;
    long high = NativeMemory.getByte(address + Long.BYTES) & 0xFFL;
    return shift == 0 ? low : low | (high << (WORD_BITS - shift));
  }

  private static int bits(long from, long bit, int count) {
    long address = from + (bit >>> 3);
    int shift = (int) (bit & 7);
    int value = (NativeMemory.getByte(address) & 0xFF) >>> shift;
    if (shift + count > Byte.SIZE) {
      value |= (NativeMemory.getByte(address + 1) & 0xFF) << (Byte.SIZE - shift);
    }
    return value & ((1 << count) - 1);
  }
}
