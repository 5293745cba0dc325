package dev.colonnade.scan.column;

import dev.colonnade.memory.NativeMemory;

/**
 * Layout of the dictionary of a column in the form CODED: its distinct values, at most {@link
 * #ENTRIES_MAX}. If the column has NULLs, the first entry is theirs, and empty.
 *
 * <pre>
 *   entry count i32 | entry count + 1 offsets i32 | bytes
 * </pre>
 */
public final class TextDictionary {
  /** Most entries: a code is an unsigned byte. */
  public static final int ENTRIES_MAX = 255;

  private TextDictionary() {}

  /** Returns the bytes of a dictionary with {@code valueBytes} bytes in its entries. */
  public static long bytesNeeded(int entryCount, int valueBytes) {
    return Integer.BYTES * (entryCount + 2L) + valueBytes;
  }

  /** Returns the number of entries. */
  public static int entryCount(long dictionary) {
    return NativeMemory.getInt(dictionary);
  }

  private static int offset(long dictionary, int code) {
    return NativeMemory.getInt(dictionary + Integer.BYTES * (code + 1L));
  }

  /** Returns the bytes of an entry. */
  public static int entryLength(long dictionary, int code) {
    return offset(dictionary, code + 1) - offset(dictionary, code);
  }

  /** Returns the address of the bytes of an entry. */
  public static long entryAddress(long dictionary, int code) {
    return dictionary + Integer.BYTES * (entryCount(dictionary) + 2L) + offset(dictionary, code);
  }

  /** Writes a dictionary of entries whose bytes are at {@code addresses}. */
  static void write(long to, int[] offsets, int entryCount, long[] addresses) {
    NativeMemory.putInt(to, entryCount);
    for (int i = 0; i <= entryCount; i++) {
      NativeMemory.putInt(to + Integer.BYTES * (i + 1L), offsets[i]);
    }
    long values = to + Integer.BYTES * (entryCount + 2L);
    for (int i = 0; i < entryCount; i++) {
      NativeMemory.copy(addresses[i], values + offsets[i], offsets[i + 1] - (long) offsets[i]);
    }
  }
}
