package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.memory.NativeMemory;
import org.apache.arrow.memory.ArrowBuf;

/**
 * The keys of a block's rows, and what a reader is charged that comes by them: for each row, what
 * was scanned before it, from the start of the block on, and up to and with it. Immutable.
 *
 * <pre>
 *   rows + 1 offsets of keys | rows + 1 scanned bytes before | rows scanned bytes with
 *   | rows + 1 KVs before | rows KVs with | bytes of the keys
 * </pre>
 *
 * <p>All but the keys are i32. The figures of KVs are left out where each row is one.
 */
final class RowIndex implements AutoCloseable {
  private final ArrowBuf memory;
  private final int rowCount;
  private final boolean hasFamilies;
  private final boolean mayHaveGaps;
  private final long keyOffsets;
  private final long scannedBefore;
  private final long scannedWith;
  private final long keyValuesBefore;
  private final long keyValuesWith;
  private final long keys;

  /**
   * @param mayHaveGaps whether keys that are not visible may lie between any two rows: those of
   *     several families are charged with what follows them
   */
  RowIndex(ArrowBuf memory, int rowCount, boolean hasFamilies, boolean mayHaveGaps) {
    this.memory = memory;
    this.rowCount = rowCount;
    this.hasFamilies = hasFamilies;
    this.mayHaveGaps = mayHaveGaps;
    this.keyOffsets = memory.memoryAddress();
    this.scannedBefore = keyOffsets + bytesOf(rowCount + 1L);
    this.scannedWith = scannedBefore + bytesOf(rowCount + 1L);
    this.keyValuesBefore = scannedWith + bytesOf(rowCount);
    this.keyValuesWith = keyValuesBefore + (hasFamilies ? bytesOf(rowCount + 1L) : 0);
    this.keys = keyValuesWith + (hasFamilies ? bytesOf(rowCount) : 0);
  }

  /** Bytes of an index of so many rows, without the keys. */
  static long bytesWithoutKeys(int rowCount, boolean hasFamilies) {
    long each = 2 * bytesOf(rowCount + 1L) + bytesOf(rowCount);
    return hasFamilies ? each + bytesOf(rowCount + 1L) + bytesOf(rowCount) : each;
  }

  private static long bytesOf(long ints) {
    return ints * Integer.BYTES;
  }

  int rowCount() {
    return rowCount;
  }

  long bytes() {
    return memory.capacity();
  }

  private static int at(long ints, int index) {
    return NativeMemory.getInt(ints + (long) Integer.BYTES * index);
  }

  /** Scanned bytes before a row; of the number of rows, in all. */
  int scannedBefore(int row) {
    return at(scannedBefore, row);
  }

  int scannedWith(int row) {
    return at(scannedWith, row);
  }

  /** Visible KVs before a row; of the number of rows, in all. */
  int keyValuesBefore(int row) {
    return hasFamilies ? at(keyValuesBefore, row) : row;
  }

  int keyValuesWith(int row) {
    return hasFamilies ? at(keyValuesWith, row) : row + 1;
  }

  /** Whether something that is not a row lies between a row, or the end, and what is before it. */
  boolean hasGapBefore(int row) {
    int behindPrevious = row == 0 ? 0 : scannedWith(row - 1);
    return mayHaveGaps || scannedBefore(row) != behindPrevious;
  }

  /** The key of a row, without a family byte. */
  Key rowKey(int row) {
    int start = at(keyOffsets, row);
    int length = at(keyOffsets, row + 1) - start - (hasFamilies ? KeyLayout.FAMILY_BYTES : 0);
    return Key.wrap(NativeMemory.bytes(keys + start, length));
  }

  /** The smallest key above all of a row. */
  Key endOf(int row) {
    Key rowKey = rowKey(row);
    return hasFamilies ? rowKey.prefixEnd() : rowKey.successor();
  }

  /** The first row whose first key is at or above {@code key}; the number of rows if none is. */
  int firstAtOrAbove(Key key) {
    if (key.isInfinity()) {
      return rowCount;
    }
    int low = 0;
    int high = rowCount;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int start = at(keyOffsets, middle);
      int length = at(keyOffsets, middle + 1) - start;
      if (NativeMemory.compareUnsigned(keys + start, length, key.bytes()) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Whether nothing lies between {@code key} and the row, because the row begins there. */
  boolean beginsAt(int row, Key key) {
    if (row == rowCount || key.isInfinity()) {
      return false;
    }
    int start = at(keyOffsets, row);
    int length = at(keyOffsets, row + 1) - start;
    int common = Math.min(length, key.length());
    return length - common <= (hasFamilies ? KeyLayout.FAMILY_BYTES : 0)
        && key.length() == common
        && NativeMemory.mismatch(keys + start, key.bytes(), common) < 0;
  }

  @Override
  public void close() {
    memory.close();
  }
}
