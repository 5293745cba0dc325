package dev.colonnade.sql.execute.filter;

import dev.colonnade.sql.vector.LongVector;
import org.jspecify.annotations.Nullable;

/**
 * Set of longs that may contain more than was added: a bitmap, which is exact, if the range of the
 * values is small, and otherwise a Bloom filter whose values set two bits of one word each.
 * Thread-safe once all values are added.
 */
final class KeySet {
  /** Bits for each value of a Bloom filter: about one of 200 other values seems to be contained. */
  private static final int BLOOM_BITS = 16;

  /** A bitmap has at most this number of bits for each value. */
  private static final int BITMAP_BITS_MAX = 64;

  /** A bitmap may have this number of bits for any number of values. */
  private static final long BITMAP_BITS_ALWAYS = 1 << 18;

  private final long min;
  private final long max;
  private final boolean isBitmap;
  private final long[] words;

  /**
   * Creates a set without values.
   *
   * @param min the least value that will be added; above {@code max} if there will be none
   * @param count number of values that will be added, at most
   */
  KeySet(long min, long max, long count) {
    this.min = min;
    this.max = max;
    this.isBitmap = isBitmap(min, max, count);
    this.words = new long[Math.toIntExact(wordCount(min, max, count))];
  }

  /** Returns the bytes of memory of the set of {@code count} values, at most. */
  static long memoryBytesMax(int count) {
    return bitmapBitsMax(count) / Byte.SIZE;
  }

  private static long bitmapBitsMax(long count) {
    return Math.max(BITMAP_BITS_ALWAYS, BITMAP_BITS_MAX * count);
  }

  private static boolean isBitmap(long min, long max, long count) {
    long bits = max - min + 1; // not positive if it overflows
    return min > max || (bits > 0 && bits <= bitmapBitsMax(count));
  }

  /** Returns the number of words of a set of values with this range. */
  static long wordCount(long min, long max, long count) {
    if (min > max) {
      return 0;
    }
    return isBitmap(min, max, count)
        ? (max - min + Long.SIZE) / Long.SIZE
        : Math.max(1, Long.highestOneBit(BLOOM_BITS * count / Long.SIZE * 2 - 1));
  }

  /** Adds the values of the first rows that are not NULL. */
  void addAll(LongVector column, int rowCount) {
    long[] values = column.values();
    boolean[] nulls = column.nulls();
    for (int i = 0; i < rowCount; i++) {
      if (nulls == null || !nulls[i]) {
        add(values[i]);
      }
    }
  }

  private void add(long value) {
    if (isBitmap) {
      long bit = value - min;
      words[(int) (bit >>> 6)] |= 1L << bit;
    } else {
      long hash = hash(value);
      words[word(hash)] |= mask(hash);
    }
  }

  /** Returns whether no value between two bounds, both included, is in the set. */
  boolean isDisjoint(long from, long to) {
    return words.length == 0 || to < min || from > max;
  }

  /**
   * Selects the rows whose values may be in the set; NULL never is.
   *
   * @param rows to look at, ascending; null for the first {@code count} rows
   * @param into receives the rows; may be {@code rows}
   * @return the number of rows that are selected
   */
  int select(
      long[] values, boolean @Nullable [] nulls, int @Nullable [] rows, int count, int[] into) {
    int selected = 0;
    for (int i = 0; i < count; i++) {
      int row = rows == null ? i : rows[i];
      into[selected] = row;
      selected += contains(values[row]) ? 1 : 0;
    }
    return nulls == null ? selected : withoutNulls(nulls, into, selected);
  }

  private static int withoutNulls(boolean[] nulls, int[] rows, int count) {
    int selected = 0;
    for (int i = 0; i < count; i++) {
      int row = rows[i];
      rows[selected] = row;
      selected += nulls[row] ? 0 : 1;
    }
    return selected;
  }

  /** Returns false if the value is not in the set. */
  boolean contains(long value) {
    if (value < min || value > max) {
      return false;
    }
    if (isBitmap) {
      long bit = value - min;
      return (words[(int) (bit >>> 6)] >>> bit & 1) != 0;
    }
    long hash = hash(value);
    long mask = mask(hash);
    return (words[word(hash)] & mask) == mask;
  }

  private int word(long hash) {
    return (int) (hash >>> 32) & (words.length - 1);
  }

  private static long mask(long hash) {
    return 1L << hash | 1L << (hash >>> 6);
  }

  private static long hash(long value) {
    long hash = value * 0x9E3779B97F4A7C15L;
    return hash ^ (hash >>> 29);
  }
}
