package dev.colonnade.scan.column.copy;

import dev.colonnade.memory.NativeMemory;

/** Gather kernels: copy the values of selected rows of a column to consecutive slots. */
public final class RowGather {
  private RowGather() {}

  /**
   * Copies values of whole bytes, {@code bits} wide, of {@code rows} from {@code start} to {@code
   * end}.
   */
  public static void values(int bits, long from, int[] rows, int start, int end, long to) {
    long at = to;
    switch (bits) {
      case 16 -> {
        for (int i = start; i < end; i++, at += 2) {
          NativeMemory.putShort(at, NativeMemory.getShort(from + 2L * rows[i]));
        }
      }
      case 32 -> {
        for (int i = start; i < end; i++, at += 4) {
          NativeMemory.putInt(at, NativeMemory.getInt(from + 4L * rows[i]));
        }
      }
      case 64 -> {
        for (int i = start; i < end; i++, at += 8) {
          NativeMemory.putLong(at, NativeMemory.getLong(from + 8L * rows[i]));
        }
      }
      case 128 -> {
        for (int i = start; i < end; i++, at += 16) {
          NativeMemory.putLong(at, NativeMemory.getLong(from + 16L * rows[i]));
          NativeMemory.putLong(at + 8, NativeMemory.getLong(from + 16L * rows[i] + 8));
        }
      }
      default -> throw new AssertionError("not a supported width: bits=" + bits);
    }
  }

  /**
   * Copies bits, from position {@code toBit} on; the first bit of a byte clears those behind it.
   */
  public static void bits(long from, int[] rows, int start, int end, long to, int toBit) {
    for (int i = start; i < end; i++) {
      int target = toBit + i - start;
      int bit = (NativeMemory.getByte(from + (rows[i] >>> 3)) >>> (rows[i] & 7)) & 1;
      long address = to + (target >>> 3);
      int at = target & 7;
      int before = at == 0 ? 0 : NativeMemory.getByte(address);
      NativeMemory.putByte(address, (byte) (before | (bit << at)));
    }
  }

  /** Clears, among bits that are set, those whose source bit is 0. Returns their number. */
  public static int clear(long from, int[] rows, int start, int end, long to, int toBit) {
    int cleared = 0;
    for (int i = start; i < end; i++) {
      if (((NativeMemory.getByte(from + (rows[i] >>> 3)) >>> (rows[i] & 7)) & 1) == 0) {
        int target = toBit + i - start;
        long address = to + (target >>> 3);
        NativeMemory.putByte(
            address, (byte) (NativeMemory.getByte(address) & ~(1 << (target & 7))));
        cleared++;
      }
    }
    return cleared;
  }

  /** Returns how many of the bits of {@code rows} from {@code start} to {@code end} are 0. */
  public static int countZeros(long bits, int[] rows, int start, int end) {
    int zeros = 0;
    for (int i = start; i < end; i++) {
      zeros += ~(NativeMemory.getByte(bits + (rows[i] >>> 3)) >>> (rows[i] & 7)) & 1;
    }
    return zeros;
  }
}
