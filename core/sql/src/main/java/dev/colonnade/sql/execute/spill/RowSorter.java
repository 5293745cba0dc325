package dev.colonnade.sql.execute.spill;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Stable sort of rows in memory. Ids of the rows are sorted by radix on a prefix of the first key
 * where its values have one. Where many prefixes are equal, the next keys, as long as prefixes
 * decide their order, follow by radix on the number of the range of equal rows and the prefix;
 * ranges that are left by merge sort with the comparator. Row ids are those of {@link RowGatherer}.
 */
final class RowSorter {
  /** Memory for each row: ids and prefixes, twice, and values of a further key. */
  static final int BYTES_PER_ROW = 5 * Long.BYTES;

  private static final int RADIX_ROWS_MIN = 256;
  private static final int RADIX_BITS = 8;
  private static final int RADIX = 1 << RADIX_BITS;
  private static final int INSERTION_ROWS_MAX = 8;

  /** Comparisons between checks for cancellation. */
  private static final int CHECK_STEPS = 1 << 14;

  /** Share of the rows whose prefixes must be equal for another sort of all rows by radix. */
  private static final int EQUAL_PART = 4;

  private static final boolean[] NO_NULLS = {};

  private final int keyCount;
  private final RowComparator comparator;
  private final List<SortPrefix> keyPrefixes;
  private final Cancellation cancellation;

  /** State of one sort. */
  private VectorBatch[] sources = new VectorBatch[0];

  private long[] ids = new long[0];
  private long[] otherIds = new long[0];
  private long[] prefixes = new long[0];
  private int stepsToCheck = CHECK_STEPS;

  RowSorter(
      List<SortKey> keys,
      List<VectorType> types,
      RowComparator comparator,
      Cancellation cancellation) {
    this.keyCount = keys.size();
    this.comparator = comparator;
    this.keyPrefixes =
        keys.stream().map(key -> new SortPrefix(key, types.get(key.column()))).toList();
    this.cancellation = cancellation;
  }

  /** Returns the ids of all rows of the batches in order. */
  long[] sort(VectorBatch[] batches, int rowCount) {
    sources = batches;
    ids = new long[rowCount];
    otherIds = new long[rowCount];
    long[] sorted = ids;
    fillIds();
    if (rowCount >= RADIX_ROWS_MIN && keyCount > 0 && hasPrefixes(keyPrefixes.getFirst())) {
      prefixes = new long[rowCount];
      sortByPrefix(keyPrefixes.getFirst());
    } else if (keyCount > 0) {
      mergeSort(0, rowCount, 0);
    }
    sources = new VectorBatch[0];
    ids = new long[0];
    otherIds = new long[0];
    prefixes = new long[0];
    return sorted;
  }

  private void fillIds() {
    int at = 0;
    for (int batch = 0; batch < sources.length; batch++) {
      for (int row = 0; row < sources[batch].rowCount(); row++) {
        ids[at++] = RowGatherer.id(batch, row);
      }
    }
  }

  private boolean hasPrefixes(SortPrefix key) {
    for (VectorBatch source : sources) {
      if (!SortPrefix.supports(source.column(key.key().column()))) {
        return false;
      }
    }
    return true;
  }

  private void sortByPrefix(SortPrefix first) {
    int nullCount = separateNulls(first);
    int count = ids.length - nullCount;
    boolean isNullsFirst = first.key().nullsFirst();
    int start = isNullsFirst ? nullCount : 0;
    int nullStart = isNullsFirst ? 0 : count;
    if (nullCount > 0) {
      System.arraycopy(ids, 0, ids, start, count);
      System.arraycopy(prefixes, 0, prefixes, start, count);
      System.arraycopy(otherIds, 0, ids, nullStart, nullCount);
    }
    if (!isSorted(start, count)) {
      radixSort(start, count);
    }
    int key = first.isExact() ? 1 : 0;
    while (key > 0 && key < keyCount && hasManyEqual(start, count) && refine(start, count, key)) {
      key++;
    }
    if (key < keyCount) {
      sortEqual(start, count, key);
    }
    if (keyCount > 1) {
      mergeSort(nullStart, nullStart + nullCount, 1);
    }
  }

  /**
   * Moves the ids of rows that are not NULL and their prefixes to the front, the other ids to
   * {@link #otherIds}. Returns the number of the latter.
   */
  private int separateNulls(SortPrefix first) {
    int count = 0;
    int nullCount = 0;
    long[] scratch = new long[0];
    for (int batch = 0; batch < sources.length; batch++) {
      int rowCount = sources[batch].rowCount();
      Vector column = sources[batch].column(first.key().column());
      scratch = scratch.length < rowCount ? new long[rowCount] : scratch;
      first.fill(column, rowCount, scratch);
      for (int row = 0; row < rowCount; row++) {
        if (column.isNull(row)) {
          otherIds[nullCount++] = RowGatherer.id(batch, row);
        } else {
          prefixes[count] = scratch[row];
          ids[count++] = RowGatherer.id(batch, row);
        }
      }
      cancellation.check();
    }
    return nullCount;
  }

  private boolean isSorted(int start, int count) {
    for (int i = start + 1; i < start + count; i++) {
      if (Long.compareUnsigned(prefixes[i - 1], prefixes[i]) > 0) {
        return false;
      }
    }
    return true;
  }

  /** Sorts by one byte after the other, from the least significant on. */
  private void radixSort(int start, int count) {
    int[][] histograms = histograms(start, count);
    long[] from = prefixes;
    long[] fromIds = ids;
    long[] to = new long[prefixes.length];
    long[] toIds = otherIds;
    for (int digit = 0; digit < Long.BYTES; digit++) {
      int shift = digit * RADIX_BITS;
      if (histograms[digit][(int) (from[start] >>> shift) & (RADIX - 1)] == count) {
        continue;
      }
      cancellation.check();
      int[] positions = positions(histograms[digit], start);
      for (int i = start; i < start + count; i++) {
        int target = positions[(int) (from[i] >>> shift) & (RADIX - 1)]++;
        to[target] = from[i];
        toIds[target] = fromIds[i];
      }
      long[] swapped = from;
      from = to;
      to = swapped;
      swapped = fromIds;
      fromIds = toIds;
      toIds = swapped;
    }
    if (from != prefixes) {
      System.arraycopy(from, start, prefixes, start, count);
      System.arraycopy(fromIds, start, ids, start, count);
    }
  }

  private int[][] histograms(int start, int count) {
    int[][] histograms = new int[Long.BYTES][RADIX];
    for (int i = start; i < start + count; i++) {
      long value = prefixes[i];
      for (int digit = 0; digit < Long.BYTES; digit++) {
        histograms[digit][(int) value & (RADIX - 1)]++;
        value >>>= RADIX_BITS;
      }
    }
    return histograms;
  }

  private static int[] positions(int[] histogram, int start) {
    int[] positions = new int[RADIX];
    int position = start;
    for (int value = 0; value < RADIX; value++) {
      positions[value] = position;
      position += histogram[value];
    }
    return positions;
  }

  /** Returns whether another sort of all rows is cheaper than sorts of the ranges of equal rows. */
  private boolean hasManyEqual(int start, int count) {
    int equal = 0;
    for (int i = start + 1; i < start + count; i++) {
      equal += prefixes[i - 1] == prefixes[i] ? 1 : 0;
    }
    return equal > count / EQUAL_PART;
  }

  /**
   * Sorts ranges of equal prefixes by one more key. Returns false, without a change, if prefixes do
   * not decide the order of the key, or if there are no numbers for it.
   */
  private boolean refine(int start, int count, int key) {
    SortPrefix next = keyPrefixes.get(key);
    if (!next.isExact() || !hasPrefixes(next) || !number(start, count, next)) {
      return false;
    }
    if (!isSorted(start, count)) {
      radixSort(start, count);
    }
    return true;
  }

  /**
   * Replaces prefixes by ones with the number of the range of equal prefixes in the higher bits,
   * and the next key in the lower ones. Returns false, without a change, if a prefix has too few
   * bits.
   */
  private boolean number(int start, int count, SortPrefix next) {
    long[][] values = values(next);
    boolean @Nullable [][] nulls = nulls(next);
    long least = -1;
    long greatest = 0;
    long ranges = 0;
    for (int i = start; i < start + count; i++) {
      ranges += i > start && prefixes[i - 1] != prefixes[i] ? 1 : 0;
      if (!isNull(ids[i], nulls)) {
        long value = valueOf(ids[i], values);
        least = Long.compareUnsigned(value, least) < 0 ? value : least;
        greatest = Long.compareUnsigned(value, greatest) > 0 ? value : greatest;
      }
    }
    cancellation.check();
    // Values have the numbers from 1 on; NULLs 0 or the one behind the greatest.
    long width = Long.compareUnsigned(least, greatest) > 0 ? 0 : greatest - least;
    int keyBits = bits(width + 2);
    if (width < 0 || bits(ranges) + keyBits > Long.SIZE) {
      return false;
    }
    long ofNulls = next.key().nullsFirst() ? 0 : width + 2;
    long range = 0;
    long previous = prefixes[start];
    for (int i = start; i < start + count; i++) {
      range += prefixes[i] == previous ? 0 : 1;
      previous = prefixes[i];
      long number = isNull(ids[i], nulls) ? ofNulls : valueOf(ids[i], values) - least + 1;
      prefixes[i] = (range << keyBits) | number;
    }
    return true;
  }

  private long[][] values(SortPrefix key) {
    long[][] values = new long[sources.length][];
    for (int batch = 0; batch < values.length; batch++) {
      int rowCount = sources[batch].rowCount();
      values[batch] = new long[rowCount];
      key.fill(sources[batch].column(key.key().column()), rowCount, values[batch]);
      cancellation.check();
    }
    return values;
  }

  private boolean @Nullable [][] nulls(SortPrefix key) {
    boolean[][] nulls = new boolean[sources.length][];
    boolean isNullable = false;
    for (int batch = 0; batch < nulls.length; batch++) {
      boolean[] ofBatch = sources[batch].column(key.key().column()).nulls();
      isNullable |= ofBatch != null;
      nulls[batch] = ofBatch == null ? NO_NULLS : ofBatch;
    }
    return isNullable ? nulls : null;
  }

  private static boolean isNull(long id, boolean @Nullable [][] nulls) {
    if (nulls == null) {
      return false;
    }
    boolean[] ofBatch = nulls[RowGatherer.batch(id)];
    return ofBatch.length > 0 && ofBatch[RowGatherer.row(id)];
  }

  private static long valueOf(long id, long[][] values) {
    return values[RowGatherer.batch(id)][RowGatherer.row(id)];
  }

  private static int bits(long number) {
    return Long.SIZE - Long.numberOfLeadingZeros(number);
  }

  /** Sorts ranges of equal prefixes by the keys from {@code firstKey} on. */
  private void sortEqual(int start, int count, int firstKey) {
    int rangeStart = start;
    for (int i = start + 1; i <= start + count; i++) {
      if (i == start + count || prefixes[i] != prefixes[rangeStart]) {
        if (i - rangeStart > 1) {
          mergeSort(rangeStart, i, firstKey);
        }
        rangeStart = i;
      }
    }
  }

  private void mergeSort(int start, int end, int firstKey) {
    if (end - start <= INSERTION_ROWS_MAX) {
      insertionSort(start, end, firstKey);
      return;
    }
    int middle = (start + end) >>> 1;
    mergeSort(start, middle, firstKey);
    mergeSort(middle, end, firstKey);
    if (compare(ids[middle - 1], ids[middle], firstKey) <= 0) {
      return;
    }
    System.arraycopy(ids, start, otherIds, start, middle - start);
    int left = start;
    int right = middle;
    for (int i = start; left < middle; i++) {
      boolean isLeft = right == end || compare(otherIds[left], ids[right], firstKey) <= 0;
      ids[i] = isLeft ? otherIds[left++] : ids[right++];
    }
  }

  private void insertionSort(int start, int end, int firstKey) {
    for (int i = start + 1; i < end; i++) {
      long id = ids[i];
      int at = i;
      while (at > start && compare(ids[at - 1], id, firstKey) > 0) {
        ids[at] = ids[at - 1];
        at--;
      }
      ids[at] = id;
    }
  }

  private int compare(long left, long right, int firstKey) {
    if (--stepsToCheck == 0) {
      stepsToCheck = CHECK_STEPS;
      cancellation.check();
    }
    return comparator.compareFrom(
        firstKey,
        sources[RowGatherer.batch(left)],
        RowGatherer.row(left),
        sources[RowGatherer.batch(right)],
        RowGatherer.row(right));
  }
}
