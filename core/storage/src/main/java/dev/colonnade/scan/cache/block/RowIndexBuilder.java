package dev.colonnade.scan.cache.block;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.row.RowReader;
import java.util.Arrays;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Builder of a {@link RowIndex}: collects keys and charges of rows on the heap, then copies them
 * off-heap.
 */
public final class RowIndexBuilder {
  private static final int ROWS_FIRST = 1024;
  private static final int KEY_BYTES_FIRST = 32 * 1024;

  private final boolean hasFamilies;
  private int rowCount;
  private boolean hasHiddenKeys;
  private int[] keyOffsets = new int[ROWS_FIRST + 1];
  private int[] scannedBefore = new int[ROWS_FIRST + 1];
  private int[] scannedWith = new int[ROWS_FIRST];
  private int[] keyValuesBefore = new int[ROWS_FIRST + 1];
  private int[] keyValuesWith = new int[ROWS_FIRST];
  private byte[] keys = new byte[KEY_BYTES_FIRST];

  public RowIndexBuilder(boolean hasFamilies) {
    this.hasFamilies = hasFamilies;
  }

  public int rowCount() {
    return rowCount;
  }

  public void clear() {
    rowCount = 0;
  }

  /** Adds the reader's current row. */
  public void add(RowReader reader) {
    int row = rowCount;
    if (row == scannedWith.length) {
      growRows();
    }
    int length = reader.storedKeyLength();
    int start = keyOffsets[row];
    int end = start + length;
    if (end > keys.length) {
      keys = Arrays.copyOf(keys, Math.max(end, 2 * keys.length));
    }
    NativeMemory.copy(reader.storedKeyAddress(), keys, start, length);
    keyOffsets[row + 1] = end;
    scannedBefore[row] = Math.toIntExact(reader.scannedBytesBefore());
    scannedWith[row] = Math.toIntExact(reader.scannedBytesWithRow());
    if (hasFamilies) {
      keyValuesBefore[row] = Math.toIntExact(reader.keyValuesBefore());
      keyValuesWith[row] = Math.toIntExact(reader.keyValuesWithRow());
    }
    rowCount++;
  }

  private void growRows() {
    int rows = 2 * scannedWith.length;
    keyOffsets = Arrays.copyOf(keyOffsets, rows + 1);
    scannedBefore = Arrays.copyOf(scannedBefore, rows + 1);
    scannedWith = Arrays.copyOf(scannedWith, rows);
    keyValuesBefore = Arrays.copyOf(keyValuesBefore, rows + 1);
    keyValuesWith = Arrays.copyOf(keyValuesWith, rows);
  }

  /** Ends the index in front of the reader's position. */
  public void endBefore(RowReader reader) {
    hasHiddenKeys = reader.hiddenKeys() > 0;
    scannedBefore[rowCount] = Math.toIntExact(reader.scannedBytesBefore());
    keyValuesBefore[rowCount] = Math.toIntExact(reader.keyValuesBefore());
  }

  /** Ends the index directly behind the last row. */
  public void endBehindLast() {
    hasHiddenKeys = true;
    scannedBefore[rowCount] = scannedWith[rowCount - 1];
    keyValuesBefore[rowCount] = keyValuesWith[rowCount - 1];
  }

  /** Returns the key of a row, without a family byte. */
  public Key rowKey(int row) {
    int end = keyOffsets[row + 1] - (hasFamilies ? KeyLayout.FAMILY_BYTES : 0);
    return Key.wrap(Arrays.copyOfRange(keys, keyOffsets[row], end));
  }

  /** Returns the index, in its own memory; the builder can be reused after {@link #clear}. */
  public RowIndex build(RequestMemory memory) {
    int keyBytes = keyOffsets[rowCount];
    boolean isDense = isDense();
    ArrowBuf buffer =
        memory.allocate(RowIndex.bytesWithoutKeys(rowCount, hasFamilies, isDense) + keyBytes);
    long to = copy(keyOffsets, rowCount + 1, buffer.memoryAddress());
    to = copy(scannedBefore, rowCount + 1, to);
    if (!isDense) {
      to = copy(scannedWith, rowCount, to);
    }
    if (hasFamilies) {
      to = copy(keyValuesBefore, rowCount + 1, to);
      to = copy(keyValuesWith, rowCount, to);
    }
    NativeMemory.copy(keys, 0, to, keyBytes);
    return new RowIndex(buffer, rowCount, hasFamilies, hasFamilies && hasHiddenKeys, isDense);
  }

  /** Returns whether the bytes with each row are those before the next one, or before the end. */
  private boolean isDense() {
    return Arrays.equals(scannedWith, 0, rowCount, scannedBefore, 1, rowCount + 1);
  }

  private static long copy(int[] from, int count, long to) {
    for (int i = 0; i < count; i++) {
      NativeMemory.putInt(to + (long) Integer.BYTES * i, from[i]);
    }
    return to + RowIndex.bytesOf(count);
  }
}
