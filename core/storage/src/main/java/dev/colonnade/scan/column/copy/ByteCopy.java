package dev.colonnade.scan.column.copy;

import dev.colonnade.memory.NativeMemory;

/**
 * Copy kernel for short texts. A call of the general copy costs more than copying the bytes; up to
 * {@link #WORDS_MAX} bytes are copied in words, the last of which overlaps the one before it. No
 * byte outside of the text is read or written.
 */
public final class ByteCopy {
  private static final int WORDS_MAX = 64;

  private ByteCopy() {}

  public static void copy(long from, long to, int length) {
    if (length > WORDS_MAX) {
      NativeMemory.copy(from, to, length);
    } else if (length >= Long.BYTES) {
      copyWords(from, to, length);
    } else {
      copyShort(from, to, length);
    }
  }

  private static void copyWords(long from, long to, int length) {
    int last = length - Long.BYTES;
    for (int at = 0; at < last; at += Long.BYTES) {
      NativeMemory.putLong(to + at, NativeMemory.getLong(from + at));
    }
    NativeMemory.putLong(to + last, NativeMemory.getLong(from + last));
  }

  private static void copyShort(long from, long to, int length) {
    if (length >= Integer.BYTES) {
      int last = length - Integer.BYTES;
      NativeMemory.putInt(to, NativeMemory.getInt(from));
      NativeMemory.putInt(to + last, NativeMemory.getInt(from + last));
      return;
    }
    for (int at = 0; at < length; at++) {
      NativeMemory.putByte(to + at, NativeMemory.getByte(from + at));
    }
  }
}
