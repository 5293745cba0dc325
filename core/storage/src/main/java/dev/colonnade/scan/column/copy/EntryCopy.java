package dev.colonnade.scan.column.copy;

import dev.colonnade.memory.NativeMemory;

/**
 * Copy kernel for texts that are coded: writes the dictionary entry of each code. Entries of up to
 * {@link #OVERREAD_BYTES} bytes are copied in a fixed number of words, without a branch on the
 * length: the words behind an entry are overwritten by the next one.
 */
public final class EntryCopy {
  /** Bytes behind the last entry of a dictionary that must be readable. */
  public static final int OVERREAD_BYTES = 32;

  /** Fewest rows that are copied in words. */
  private static final int ROWS_IN_WORDS_MIN = 8;

  private final long offsets;
  private final long entries;

  /** Words of each entry. */
  private final int width;

  private final long[] words;
  private final int[] lengths;

  /**
   * @param offsets address of the offsets (i32) of the entries, one more than there are entries
   * @param entries address of the bytes of the entries
   * @param entryCount number of entries
   * @param longest bytes of the longest entry
   */
  public EntryCopy(long offsets, long entries, int entryCount, int longest) {
    this.offsets = offsets;
    this.entries = entries;
    this.width = width(longest);
    this.words = new long[entryCount * width];
    this.lengths = new int[entryCount];
    for (int code = 0; code < entryCount; code++) {
      int first = NativeMemory.getInt(offset(code));
      lengths[code] = NativeMemory.getInt(offset(code + 1)) - first;
      for (int word = 0; word < width; word++) {
        words[code * width + word] =
            NativeMemory.getLong(entries + first + (long) Long.BYTES * word);
      }
    }
  }

  /** Returns the number of words in which entries are copied; 0 if some are longer. */
  private static int width(int longest) {
    if (longest > OVERREAD_BYTES) {
      return 0;
    }
    if (longest > 2 * Long.BYTES) {
      return 4;
    }
    return longest > Long.BYTES ? 2 : 1;
  }

  private long offset(int code) {
    return offsets + (long) Integer.BYTES * code;
  }

  /**
   * Destination of texts.
   *
   * @param bytes address of the bytes of all texts
   * @param used number of bytes that are used
   * @param capacity number of bytes that may be written
   * @param ends address of the end (i32) of the first text that is copied
   */
  public record Target(long bytes, int used, int capacity, long ends) {}

  /**
   * Copies the texts of the codes of {@code count} rows, which are adjacent. Returns the number of
   * bytes used behind them.
   *
   * @param codes address of the code of the first row
   */
  public int copy(long codes, int count, Target target) {
    int used = target.used();
    int row = 0;
    for (int fitting = fitting(used, target);
        row < count && fitting >= ROWS_IN_WORDS_MIN;
        fitting = fitting(used, target)) {
      int rows = Math.min(count - row, fitting);
      long to = target.ends() + (long) Integer.BYTES * row;
      used =
          switch (width) {
            case 1 -> copyWord(codes + row, rows, target.bytes(), used, to);
            case 2 -> copyTwoWords(codes + row, rows, target.bytes(), used, to);
            default -> copyFourWords(codes + row, rows, target.bytes(), used, to);
          };
      row += rows;
    }
    for (; row < count; row++) {
      used = append(NativeMemory.getByte(codes + row) & 0xFF, used, target, row);
    }
    return used;
  }

  /**
   * Variant of {@link #copy(long, int, Target)} for the elements of {@code rows} from {@code
   * start}, included, to {@code end}, excluded.
   *
   * @param codes address of the code of row 0
   */
  public int copy(long codes, int[] rows, int start, int end, Target target) {
    int used = target.used();
    for (int i = start; i < end; i++) {
      used = append(NativeMemory.getByte(codes + rows[i]) & 0xFF, used, target, i - start);
    }
    return used;
  }

  /** Returns the number of further rows that can be copied in words, whatever their texts are. */
  private int fitting(int used, Target target) {
    return width == 0 ? 0 : (target.capacity() - used) / (width * Long.BYTES);
  }

  private int append(int code, int used, Target target, int row) {
    long from = entries + NativeMemory.getInt(offset(code));
    ByteCopy.copy(from, target.bytes() + used, lengths[code]);
    int end = used + lengths[code];
    NativeMemory.putInt(target.ends() + (long) Integer.BYTES * row, end);
    return end;
  }

  private int copyWord(long codes, int count, long bytes, int usedBefore, long ends) {
    long[] entryWords = words;
    int[] entryLengths = lengths;
    int used = usedBefore;
    for (int row = 0; row < count; row++) {
      int code = NativeMemory.getByte(codes + row) & 0xFF;
      NativeMemory.putLong(bytes + used, entryWords[code]);
      used += entryLengths[code];
      NativeMemory.putInt(ends + (long) Integer.BYTES * row, used);
    }
    return used;
  }

  private int copyTwoWords(long codes, int count, long bytes, int usedBefore, long ends) {
    long[] entryWords = words;
    int[] entryLengths = lengths;
    int used = usedBefore;
    for (int row = 0; row < count; row++) {
      int code = NativeMemory.getByte(codes + row) & 0xFF;
      long to = bytes + used;
      NativeMemory.putLong(to, entryWords[2 * code]);
      NativeMemory.putLong(to + 8, entryWords[2 * code + 1]);
      used += entryLengths[code];
      NativeMemory.putInt(ends + (long) Integer.BYTES * row, used);
    }
    return used;
  }

  private int copyFourWords(long codes, int count, long bytes, int usedBefore, long ends) {
    long[] entryWords = words;
    int[] entryLengths = lengths;
    int used = usedBefore;
    for (int row = 0; row < count; row++) {
      int code = NativeMemory.getByte(codes + row) & 0xFF;
      long to = bytes + used;
      int word = 4 * code;
      NativeMemory.putLong(to, entryWords[word]);
      NativeMemory.putLong(to + 8, entryWords[word + 1]);
      NativeMemory.putLong(to + 16, entryWords[word + 2]);
      NativeMemory.putLong(to + 24, entryWords[word + 3]);
      used += entryLengths[code];
      NativeMemory.putInt(ends + (long) Integer.BYTES * row, used);
    }
    return used;
  }
}
