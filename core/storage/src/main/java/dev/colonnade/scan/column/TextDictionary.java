package dev.colonnade.scan.column;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.column.copy.EntryCopy;

/**
 * Layout of the dictionary of a column in the form CODED: its distinct values, at most {@link
 * #ENTRIES_MAX}. If the column has NULLs, the first entry is theirs, and empty. The sums are the
 * bytes of the texts of the first 0, {@link #ROWS_PER_SUM}, 2 * ROWS_PER_SUM ... rows.
 *
 * <pre>
 *   entry count i32 | longest entry i32 | position of the sums i32 | entry count + 1 offsets i32
 *   | bytes | padding | sums i32
 * </pre>
 */
public final class TextDictionary {
  /** Most entries: a code is an unsigned byte. */
  public static final int ENTRIES_MAX = 255;

  private static final int LONGEST = Integer.BYTES;
  private static final int SUMS = 2 * Integer.BYTES;
  private static final int OFFSETS = 3 * Integer.BYTES;
  private static final int ROWS_PER_SUM = 128;

  private TextDictionary() {}

  /**
   * Returns the bytes of a dictionary of a column of {@code rowCount} rows with {@code valueBytes}
   * bytes in its entries.
   */
  public static long bytesNeeded(int entryCount, int valueBytes, int rowCount) {
    return sums(entryCount, valueBytes) + (long) Integer.BYTES * (rowCount / ROWS_PER_SUM + 1);
  }

  /** Returns the bytes of a written dictionary of a column of {@code rowCount} rows. */
  static int bytesWithSums(long dictionary, int rowCount) {
    return NativeMemory.getInt(dictionary + SUMS) + Integer.BYTES * (rowCount / ROWS_PER_SUM + 1);
  }

  /** Returns the position of the sums. */
  private static int sums(int entryCount, int valueBytes) {
    int padded = valueBytes + EntryCopy.OVERREAD_BYTES + Integer.BYTES - 1;
    return bytes(entryCount) + (padded & -Integer.BYTES);
  }

  /** Returns the position of the bytes of the entries. */
  private static int bytes(int entryCount) {
    return OFFSETS + Integer.BYTES * (entryCount + 1);
  }

  /** Returns the number of entries. */
  public static int entryCount(long dictionary) {
    return NativeMemory.getInt(dictionary);
  }

  private static int offset(long dictionary, int code) {
    return NativeMemory.getInt(dictionary + OFFSETS + (long) Integer.BYTES * code);
  }

  /** Returns the bytes of an entry. */
  public static int entryLength(long dictionary, int code) {
    return offset(dictionary, code + 1) - offset(dictionary, code);
  }

  /** Returns the address of the bytes of an entry. */
  public static long entryAddress(long dictionary, int code) {
    return dictionary + bytes(entryCount(dictionary)) + offset(dictionary, code);
  }

  /** Returns the bytes of the texts of all rows below {@code row}. */
  static int bytesBefore(long dictionary, long codes, int row) {
    int sum = row / ROWS_PER_SUM;
    long sums = dictionary + NativeMemory.getInt(dictionary + SUMS);
    int bytes = NativeMemory.getInt(sums + (long) Integer.BYTES * sum);
    for (int i = sum * ROWS_PER_SUM; i < row; i++) {
      bytes += entryLength(dictionary, NativeMemory.getByte(codes + i) & 0xFF);
    }
    return bytes;
  }

  /** Returns a kernel that copies entries. */
  static EntryCopy copy(long dictionary) {
    int longest = NativeMemory.getInt(dictionary + LONGEST);
    long entries = entryAddress(dictionary, 0);
    return new EntryCopy(dictionary + OFFSETS, entries, entryCount(dictionary), longest);
  }

  /** Writes a dictionary of entries whose bytes are at {@code addresses}, without the sums. */
  static void write(long to, int[] offsets, int entryCount, long[] addresses) {
    int longest = 0;
    for (int i = 0; i < entryCount; i++) {
      longest = Math.max(longest, offsets[i + 1] - offsets[i]);
    }
    NativeMemory.putInt(to, entryCount);
    NativeMemory.putInt(to + LONGEST, longest);
    NativeMemory.putInt(to + SUMS, sums(entryCount, offsets[entryCount]));
    for (int i = 0; i <= entryCount; i++) {
      NativeMemory.putInt(to + OFFSETS + (long) Integer.BYTES * i, offsets[i]);
    }
    long values = to + bytes(entryCount);
    for (int i = 0; i < entryCount; i++) {
      NativeMemory.copy(addresses[i], values + offsets[i], offsets[i + 1] - (long) offsets[i]);
    }
    NativeMemory.fill(values + offsets[entryCount], EntryCopy.OVERREAD_BYTES, (byte) 0);
  }

  /** Writes the sums of a dictionary whose other parts are written. */
  static void writeSums(long dictionary, byte[] codes, int rowCount) {
    long sums = dictionary + NativeMemory.getInt(dictionary + SUMS);
    int bytes = 0;
    for (int row = 0; row <= rowCount; row++) {
      if (row % ROWS_PER_SUM == 0) {
        NativeMemory.putInt(sums + (long) Integer.BYTES * (row / ROWS_PER_SUM), bytes);
      }
      bytes += row < rowCount ? entryLength(dictionary, codes[row] & 0xFF) : 0;
    }
  }
}
