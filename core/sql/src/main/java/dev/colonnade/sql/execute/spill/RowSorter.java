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
 * where its values have one, then ranges of equal prefixes by merge sort with the comparator. Row
 * ids are those of {@link RowGatherer}.
 */
final class RowSorter {
  /** Memory for each row: ids and prefixes, twice. */
  static final int BYTES_PER_ROW = 4 * Long.BYTES;

  private static final int RADIX_ROWS_MIN = 256;
  private static final int RADIX_BITS = 8;
  private static final int RADIX = 1 << RADIX_BITS;
  private static final int INSERTION_ROWS_MAX = 8;
  
  /** Comparisons between checks for cancellation. */
  private static final int CHECK_STEPS = 1 << 14;

  private final int keyCount;
  private final RowComparator comparator;
  private final @Nullable SortPrefix prefix;
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
    this.prefix =
        keys.isEmpty()
            ? null
            : new SortPrefix(keys.getFirst(), types.get(keys.getFirst().column()));
    this.cancellation = cancellation;
  }

  /** Returns the ids of all rows of the batches in order. */
  long[] sort(VectorBatch[] batches, int rowCount) {
    sources = batches;
    ids = new long[rowCount];
    otherIds = new long[rowCount];
    long[] sorted = ids;
    fillIds();
    if (rowCount >= RADIX_ROWS_MIN && prefix != null && hasPrefixes(prefix)) {
      prefixes = new long[rowCount];
      sortByPrefix(prefix);
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

  private boolean hasPrefixes(SortPrefix first) {
    for (VectorBatch source : sources) {
      if (!SortPrefix.supports(source.column(first.key().column()))) {
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
    if (!first.isExact() || keyCount > 1) {
      sortEqual(start, count, first.isExact() ? 1 : 0);
    }
    if (keyCount > 1) {
      mergeSort(nullStart, nullStart + nullCount, 1);
    }
  }

  /**
   * Moves the ids of rows that are not NULL and their prefixes to the front, the other ids to {@link
   * #otherIds}. Returns the number of the latter.
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
      if (histograms[digit][(int) (from[start] >>> shift) & RADIX - 1] == count) {
        continue;
      }
      cancellation.check();
      int[] positions = positions(histograms[digit], start);
      for (int i = start; i < start + count; i++) {
        int target = positions[(int) (from[i] >>> shift) & RADIX - 1]++;
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
        histograms[digit][(int) value & RADIX - 1]++;
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
