package dev.colonnade.scan.column.copy;

import dev.colonnade.memory.NativeMemory;

/** Reader of single bits of a bitmap, from the low bit of the first byte on. */
public final class BitReader {
  private BitReader() {}

  /** Returns whether a bit is set. */
  public static boolean isSet(long bits, int index) {
    return (NativeMemory.getByte(bits + (index >>> 3)) >>> (index & 7) & 1) != 0;
  }
}
