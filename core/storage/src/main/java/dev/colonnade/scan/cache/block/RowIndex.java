package dev.colonnade.scan.cache.block;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.segment.BufferCodec.Content;
import dev.colonnade.scan.segment.DamagedSegmentException;
import dev.colonnade.scan.segment.Segment;
import dev.colonnade.scan.segment.SegmentBuilder;
import dev.colonnade.scan.segment.SegmentPart;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Index of a block's rows: their keys and the charges of a scan that reads them. For each row, the
 * charges are counted from the start of the block to in front of the row, and up to and with it.
 * Rows are dense if nothing is scanned between them; then the bytes with a row are those before the
 * next one, and are not kept. Immutable.
 *
 * <pre>
 *   rows + 1 offsets of keys | rows + 1 scanned bytes before | rows scanned bytes with
 *   | rows + 1 KVs before | rows KVs with | bytes of the keys
 * </pre>
 *
 * <p>All but the keys are i32, and each array begins at a multiple of eight bytes. The KV counts
 * are omitted where each row is one KV, the scanned bytes with a row where rows are dense.
 */
public final class RowIndex implements AutoCloseable {
  private static final int HAS_FAMILIES = 1;
  private static final int MAY_HAVE_GAPS = 2;
  private static final int IS_DENSE = 4;
  private static final int BUFFERS = 6;

  private final ArrowBuf memory;
  private final int rowCount;
  private final boolean hasFamilies;
  private final boolean mayHaveGaps;
  private final boolean isDense;
  private final long keyOffsets;
  private final long scannedBefore;
  private final long scannedWith;
  private final long keyValuesBefore;
  private final long keyValuesWith;
  private final long keys;

  /**
   * @param mayHaveGaps whether keys that are not visible may exist between any two rows: in tables
   *     of several families such keys are charged with the KVs that follow them
   * @param isDense whether the memory lacks the scanned bytes with each row
   */
  RowIndex(
      ArrowBuf memory, int rowCount, boolean hasFamilies, boolean mayHaveGaps, boolean isDense) {
    this.memory = memory;
    this.rowCount = rowCount;
    this.hasFamilies = hasFamilies;
    this.mayHaveGaps = mayHaveGaps;
    this.isDense = isDense;
    this.keyOffsets = memory.memoryAddress();
    this.scannedBefore = keyOffsets + bytesOf(rowCount + 1L);
    long behindScanned = scannedBefore + bytesOf(rowCount + 1L);
    this.scannedWith = isDense ? scannedBefore + Integer.BYTES : behindScanned;
    this.keyValuesBefore = behindScanned + (isDense ? 0 : bytesOf(rowCount));
    this.keyValuesWith = keyValuesBefore + (hasFamilies ? bytesOf(rowCount + 1L) : 0);
    this.keys = keyValuesWith + (hasFamilies ? bytesOf(rowCount) : 0);
  }

  /** Returns the bytes of an index of {@code rowCount} rows, without the keys. */
  static long bytesWithoutKeys(int rowCount, boolean hasFamilies, boolean isDense) {
    long each = 2 * bytesOf(rowCount + 1L) + (isDense ? 0 : bytesOf(rowCount));
    return hasFamilies ? each + bytesOf(rowCount + 1L) + bytesOf(rowCount) : each;
  }

  /** Returns the bytes of an array, rounded up to the start of the next one. */
  static long bytesOf(long ints) {
    return (ints * Integer.BYTES + Long.BYTES - 1) & -Long.BYTES;
  }

  /** Number of the rows as a segment: whether they have families, may have gaps, and are dense. */
  public int flags() {
    return (hasFamilies ? HAS_FAMILIES : 0)
        | (mayHaveGaps ? MAY_HAVE_GAPS : 0)
        | (isDense ? IS_DENSE : 0);
  }

  /** Returns whether rows with these {@link #flags} may consist of several KVs. */
  public static boolean hasFamilies(int flags) {
    return (flags & HAS_FAMILIES) != 0;
  }

  /** Adds a part of a segment with the rows. */
  void encode(String name, SegmentBuilder to) {
    int before = Integer.BYTES * (rowCount + 1);
    int with = Integer.BYTES * rowCount;
    to.addBuffer(Content.OFFSETS, keyOffsets, before);
    to.addBuffer(Content.OFFSETS, scannedBefore, before);
    to.addBuffer(Content.OFFSETS, scannedWith, isDense ? 0 : with);
    to.addBuffer(Content.OFFSETS, keyValuesBefore, hasFamilies ? before : 0);
    to.addBuffer(Content.OFFSETS, keyValuesWith, hasFamilies ? with : 0);
    to.addBuffer(Content.BYTES, keys, at(keyOffsets, rowCount));
    to.endPart(name, 0, List.of());
  }

  /** Returns the rows that were read from a part of a segment; they own the memory. */
  static RowIndex decoded(ArrowBuf memory, SegmentPart part, Segment segment) {
    int rowCount = segment.rowCount();
    boolean hasFamilies = hasFamilies(segment.flags());
    boolean mayHaveGaps = (segment.flags() & MAY_HAVE_GAPS) != 0;
    boolean isDense = (segment.flags() & IS_DENSE) != 0;
    long withoutKeys = bytesWithoutKeys(rowCount, hasFamilies, isDense);
    RowIndex index = new RowIndex(memory, rowCount, hasFamilies, mayHaveGaps, isDense);
    if (part.bufferCount() != BUFFERS
        || part.rawBytes() != withoutKeys + bytesOf((part.rawBytes(BUFFERS - 1) + 3) / 4)
        || at(index.keyOffsets, rowCount) != part.rawBytes(BUFFERS - 1)) {
      throw new DamagedSegmentException("wrong size of the rows number=" + segment.number());
    }
    return index;
  }

  /** Returns whether rows may consist of several KVs. */
  public boolean hasFamilies() {
    return hasFamilies;
  }

  public int rowCount() {
    return rowCount;
  }

  public long bytes() {
    return memory.capacity();
  }

  private static int at(long ints, int index) {
    return NativeMemory.getInt(ints + (long) Integer.BYTES * index);
  }

  /** Returns the scanned bytes before a row; for {@link #rowCount}, in all. */
  public int scannedBefore(int row) {
    return at(scannedBefore, row);
  }

  public int scannedWith(int row) {
    return at(scannedWith, row);
  }

  /** Returns the visible KVs before a row; for {@link #rowCount}, in all. */
  public int keyValuesBefore(int row) {
    return hasFamilies ? at(keyValuesBefore, row) : row;
  }

  public int keyValuesWith(int row) {
    return hasFamilies ? at(keyValuesWith, row) : row + 1;
  }

  /** Returns whether keys that are not visible may exist right in front of a row, or of the end. */
  public boolean hasGapBefore(int row) {
    int behindPrevious = row == 0 ? 0 : scannedWith(row - 1);
    return mayHaveGaps || scannedBefore(row) != behindPrevious;
  }

  /** Returns the key of a row, without a family byte. */
  public Key rowKey(int row) {
    int start = at(keyOffsets, row);
    int length = at(keyOffsets, row + 1) - start - (hasFamilies ? KeyLayout.FAMILY_BYTES : 0);
    return Key.wrap(NativeMemory.bytes(keys + start, length));
  }

  /** Returns the smallest key above all keys of a row. */
  public Key endOf(int row) {
    Key rowKey = rowKey(row);
    return hasFamilies ? rowKey.prefixEnd() : rowKey.successor();
  }

  /**
   * Returns the first row whose first key is at or above {@code key}; {@link #rowCount} if none is.
   */
  public int firstAtOrAbove(Key key) {
    return key.isInfinity() ? rowCount : search(key.bytes(), 0, rowCount);
  }

  /**
   * Variant of {@link #firstAtOrAbove(Key)} for a key above those of all rows before {@code from},
   * which is found faster the nearer it is.
   */
  public int firstAtOrAbove(Key key, int from) {
    if (key.isInfinity()) {
      return rowCount;
    }
    int low = from;
    int step = 1;
    while (low + step <= rowCount && isBelow(low + step - 1, key.bytes())) {
      low += step;
      step *= 2;
    }
    return search(key.bytes(), low, Math.min(rowCount, low + step - 1));
  }

  /** Returns the first row of {@code low} to {@code high} at or above a key, or {@code high}. */
  private int search(byte[] key, int low, int high) {
    int first = low;
    int end = high;
    while (first < end) {
      int middle = (first + end) >>> 1;
      if (isBelow(middle, key)) {
        first = middle + 1;
      } else {
        end = middle;
      }
    }
    return first;
  }

  private boolean isBelow(int row, byte[] key) {
    int start = at(keyOffsets, row);
    int length = at(keyOffsets, row + 1) - start;
    return NativeMemory.compareUnsigned(keys + start, length, key) < 0;
  }

  /** Returns whether the row begins at {@code key}. */
  public boolean beginsAt(int row, Key key) {
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
