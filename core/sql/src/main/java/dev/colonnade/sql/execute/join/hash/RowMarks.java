package dev.colonnade.sql.execute.join.hash;

import java.util.Arrays;

/** Set of row numbers, a bit for each row. One thread. */
public final class RowMarks {
  private long[] words = new long[0];

  /** Returns the bytes of memory that marks of so many rows occupy. */
  public static long memoryBytes(long rowCount) {
    return wordCount(rowCount) * (long) Long.BYTES;
  }

  private static int wordCount(long rowCount) {
    return Math.toIntExact((rowCount + Long.SIZE - 1) / Long.SIZE);
  }

  /** Makes space for so many rows. */
  public void reserve(long rowCount) {
    int needed = wordCount(rowCount);
    if (needed > words.length) {
      words = Arrays.copyOf(words, Math.max(needed, words.length + (words.length >> 1)));
    }
  }

  /** Returns the bytes of memory in use. */
  public long memoryBytes() {
    return (long) words.length * Long.BYTES;
  }

  public boolean get(long row) {
    return (words[(int) (row >>> 6)] & 1L << row) != 0;
  }

  public void set(long row) {
    words[(int) (row >>> 6)] |= 1L << row;
  }

  /** Adds the marks of another set of the same size. */
  void addAll(RowMarks more) {
    for (int i = 0; i < words.length; i++) {
      words[i] |= more.words[i];
    }
  }

  /** Copies the marks of the rows from {@code first} on. */
  void copyTo(long first, boolean[] into) {
    for (int i = 0; i < into.length; i++) {
      into[i] = get(first + i);
    }
  }

  /** Adds marks of the rows from {@code first} on. */
  void addAll(long first, boolean[] marks) {
    for (int i = 0; i < marks.length; i++) {
      if (marks[i]) {
        set(first + i);
      }
    }
  }
}
