package dev.colonnade.bulk;

import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Buffer of pairs of keys and values in one array, which is sorted by the keys. One thread.
 *
 * <p>An entry is the lengths of key and value, i32 big-endian, and their bytes. Sorting compares
 * the first sixteen bytes behind the common prefix of all keys as two numbers, and reads a key only
 * where these are equal. Many entries are sorted as numbers that consist of the upper bits of the
 * first eight bytes and the place of the entry, which {@link Arrays#sort(long[])} does in a
 * fraction of the time; a quicksort completes the order where these bits are equal.
 */
final class PairBuffer {
  static final int HEADER_BYTES = 2 * Integer.BYTES;

  private static final VarHandle NUMBER =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle LENGTH =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
  private static final int INSERTION_SORT_MAX = 16;

  /** Number of entries from which on they are sorted as numbers. */
  private static final int NUMBERS_MIN = 128;

  /** Number of entries above which the pivot is the median of three medians. */
  private static final int NINTHER_MIN = 128;

  private static final int FIRST_ENTRIES = 1 << 10;
  private static final int FIRST_BYTES = 1 << 16;

  private final int commonBytes;
  private final int bytesMax;
  private byte[] data = new byte[FIRST_BYTES];
  private long[] prefixes = new long[FIRST_ENTRIES];
  private long[] seconds = new long[FIRST_ENTRIES];
  private int[] offsets = new int[FIRST_ENTRIES];
  private int used;
  private int count;

  /**
   * Creates an empty buffer.
   *
   * @param commonBytes length of the common prefix of all keys
   * @param bytesMax bytes above which the buffer is full
   */
  PairBuffer(int commonBytes, int bytesMax) {
    this.commonBytes = commonBytes;
    this.bytesMax = bytesMax;
  }

  int count() {
    return count;
  }

  /** Returns the bytes of all entries. */
  int byteSize() {
    return used;
  }

  boolean isFull() {
    return used > bytesMax;
  }

  /** Adds a pair, also to a full buffer. */
  void add(byte[] key, byte[] value) {
    int size = HEADER_BYTES + key.length + value.length;
    if (Math.addExact(used, size) > data.length) {
      long doubled = Math.max(2L * data.length, (long) used + size);
      data = Arrays.copyOf(data, (int) Math.min(doubled, Integer.MAX_VALUE - 8));
    }
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, 2 * count);
      prefixes = Arrays.copyOf(prefixes, 2 * count);
      seconds = Arrays.copyOf(seconds, 2 * count);
    }
    LENGTH.set(data, used, key.length);
    LENGTH.set(data, used + Integer.BYTES, value.length);
    System.arraycopy(key, 0, data, used + HEADER_BYTES, key.length);
    System.arraycopy(value, 0, data, used + HEADER_BYTES + key.length, value.length);
    prefixes[count] = numberAt(key, commonBytes);
    seconds[count] = numberAt(key, commonBytes + Long.BYTES);
    offsets[count] = used;
    count++;
    used += size;
  }

  /** Returns eight bytes of a key as a number whose signed order is theirs. */
  private static long numberAt(byte[] key, int offset) {
    if (offset + Long.BYTES <= key.length) {
      return (long) NUMBER.get(key, offset) ^ Long.MIN_VALUE;
    }
    long number = 0;
    for (int at = offset; at < offset + Long.BYTES; at++) {
      number = number << Byte.SIZE | (at < key.length ? key[at] & 0xFF : 0);
    }
    return number ^ Long.MIN_VALUE;
  }

  void clear() {
    used = 0;
    count = 0;
  }

  /** Sorts the entries by their keys; equal keys are in no particular order. */
  void sort() {
    if (!isSorted()) {
      sortByNumbers(false, 0, count);
    }
  }

  /**
   * Sorts entries by their first numbers, and those where these are equal completely.
   *
   * @param bySecond whether the second numbers are compared, because the first ones are equal
   */
  private void sortByNumbers(boolean bySecond, int low, int high) {
    int number = high - low;
    if (number < NUMBERS_MIN) {
      sort(low, high);
      return;
    }
    long[] compared = bySecond ? seconds : prefixes;
    long least = compared[low];
    long greatest = least;
    for (int i = low + 1; i < high; i++) {
      least = Math.min(least, compared[i]);
      greatest = Math.max(greatest, compared[i]);
    }
    int placeBits = Integer.SIZE - Integer.numberOfLeadingZeros(number - 1);
    int differingBits = Long.SIZE - Long.numberOfLeadingZeros(greatest - least);
    int shift = Math.max(0, differingBits - (Long.SIZE - 1 - placeBits));
    long[] places = new long[number];
    for (int i = 0; i < number; i++) {
      places[i] = (compared[low + i] - least) >>> shift << placeBits | i;
    }
    Arrays.sort(places);
    move(places, low, (1 << placeBits) - 1);
    int from = 0;
    for (int i = 1; i <= number; i++) {
      if (i == number || places[i] >>> placeBits != places[from] >>> placeBits) {
        if (shift == 0 && !bySecond) {
          sortByNumbers(true, low + from, low + i);
        } else {
          sort(low + from, low + i);
        }
        from = i;
      }
    }
  }

  /** Moves entries from {@code low} on to the order of their places, the lower bits of numbers. */
  private void move(long[] places, int low, int placeMask) {
    long[] oldPrefixes = Arrays.copyOfRange(prefixes, low, low + places.length);
    long[] oldSeconds = Arrays.copyOfRange(seconds, low, low + places.length);
    int[] oldOffsets = Arrays.copyOfRange(offsets, low, low + places.length);
    for (int i = 0; i < places.length; i++) {
      int place = (int) places[i] & placeMask;
      prefixes[low + i] = oldPrefixes[place];
      seconds[low + i] = oldSeconds[place];
      offsets[low + i] = oldOffsets[place];
    }
  }

  /** Returns the array of all entries, until the next one is added. */
  byte[] bytes() {
    return data;
  }

  /** Returns the offset of a key, which its value follows. */
  int keyOffsetOf(int index) {
    return offsets[index] + HEADER_BYTES;
  }

  int keyLengthOf(int index) {
    return keyLength(offsets[index]);
  }

  int valueLengthOf(int index) {
    return intAt(offsets[index] + Integer.BYTES);
  }

  /** Writes all entries in order. */
  void writeTo(DataOutputStream out) throws IOException {
    for (int i = 0; i < count; i++) {
      int offset = offsets[i];
      out.write(data, offset, HEADER_BYTES + keyLength(offset) + intAt(offset + Integer.BYTES));
    }
  }

  private int keyLength(int offset) {
    return intAt(offset);
  }

  private int intAt(int offset) {
    return lengthAt(data, offset);
  }

  /** Returns a length in the header of an entry. */
  static int lengthAt(byte[] bytes, int offset) {
    return (int) LENGTH.get(bytes, offset);
  }

  private int compare(long prefix, long second, int offset, int other) {
    if (prefix != prefixes[other]) {
      return prefix < prefixes[other] ? -1 : 1;
    }
    if (second != seconds[other]) {
      return second < seconds[other] ? -1 : 1;
    }
    int from = offset + HEADER_BYTES;
    int otherFrom = offsets[other] + HEADER_BYTES;
    return Arrays.compareUnsigned(
        data,
        from + commonBytes,
        from + keyLength(offset),
        data,
        otherFrom + commonBytes,
        otherFrom + keyLength(offsets[other]));
  }

  private boolean isSorted() {
    for (int i = 1; i < count; i++) {
      if (compare(i - 1, i) > 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Quicksort; recursion only on the smaller parts. Entries that are equal to the pivot are
   * collected at both ends, so that few entries are moved where the order is right already (Bentley
   * and McIlroy, "Engineering a Sort Function", 1993).
   */
  private void sort(int first, int end) {
    int low = first;
    int high = end;
    while (high - low > INSERTION_SORT_MAX) {
      int pivot = pivot(low, high);
      long prefix = prefixes[pivot];
      long second = seconds[pivot];
      int offset = offsets[pivot];
      int equalLow = low;
      int up = low;
      int down = high - 1;
      int equalHigh = high - 1;
      while (true) {
        for (int order; up <= down && (order = compare(prefix, second, offset, up)) >= 0; up++) {
          if (order == 0) {
            swap(equalLow++, up);
          }
        }
        for (int order;
            up <= down && (order = compare(prefix, second, offset, down)) <= 0;
            down--) {
          if (order == 0) {
            swap(down, equalHigh--);
          }
        }
        if (up > down) {
          break;
        }
        swap(up++, down--);
      }
      int lessEnd = low + up - equalLow;
      int greaterStart = high - (equalHigh - down);
      swapAll(low, up, Math.min(equalLow - low, up - equalLow));
      swapAll(up, high, Math.min(equalHigh - down, high - 1 - equalHigh));
      if (lessEnd - low < high - greaterStart) {
        sort(low, lessEnd);
        low = greaterStart;
      } else {
        sort(greaterStart, high);
        high = lessEnd;
      }
    }
    insertionSort(low, high);
  }

  /** Exchanges the first and the last entries from {@code low} to {@code end}. */
  private void swapAll(int low, int end, int number) {
    for (int i = 0; i < number; i++) {
      swap(low + i, end - number + i);
    }
  }

  private int pivot(int low, int high) {
    int middle = (low + high) >>> 1;
    if (high - low <= NINTHER_MIN) {
      return median(low, middle, high - 1);
    }
    int step = (high - low) / 8;
    return median(
        median(low, low + step, low + 2 * step),
        median(middle - step, middle, middle + step),
        median(high - 1 - 2 * step, high - 1 - step, high - 1));
  }

  private void insertionSort(int low, int high) {
    for (int i = low + 1; i < high; i++) {
      long prefix = prefixes[i];
      long second = seconds[i];
      int offset = offsets[i];
      int at = i;
      while (at > low && compare(prefix, second, offset, at - 1) < 0) {
        prefixes[at] = prefixes[at - 1];
        seconds[at] = seconds[at - 1];
        offsets[at] = offsets[at - 1];
        at--;
      }
      prefixes[at] = prefix;
      seconds[at] = second;
      offsets[at] = offset;
    }
  }

  private int median(int a, int b, int c) {
    boolean isBAboveA = compare(a, b) < 0;
    boolean isCAboveB = compare(b, c) < 0;
    if (isBAboveA == isCAboveB) {
      return b;
    }
    boolean isCAboveA = compare(a, c) < 0;
    return isBAboveA == isCAboveA ? c : a;
  }

  private int compare(int one, int other) {
    return compare(prefixes[one], seconds[one], offsets[one], other);
  }

  private void swap(int a, int b) {
    long prefix = prefixes[a];
    prefixes[a] = prefixes[b];
    prefixes[b] = prefix;
    long second = seconds[a];
    seconds[a] = seconds[b];
    seconds[b] = second;
    int offset = offsets[a];
    offsets[a] = offsets[b];
    offsets[b] = offset;
  }
}
