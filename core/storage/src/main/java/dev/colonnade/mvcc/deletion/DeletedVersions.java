package dev.colonnade.mvcc.deletion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.store.Cursor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the values in deleted spans, as entries in the layout of {@code HISTORY}. Its order
 * presumes that no key of a row begins with another one, which the key encoding guarantees.
 *
 * <p>A move forward is completed by {@link #settle}, which searches the next entry up to a limit:
 * there may be many rows that were not deleted before it. A move that fails throws.
 */
final class DeletedVersions implements AutoCloseable {
  private static final int KEY_BYTES_INITIAL = 128;
  private static final int VALUE_BYTES_INITIAL = 512;

  private final Cursor rows;
  private final DeletedSpans spans;

  private final DeletedSpanPosition position;

  /** Bounds of the keys of entries. */
  private final KeySpan bounds;

  private MemorySegment key = Arena.ofAuto().allocate(KEY_BYTES_INITIAL);
  private MemorySegment value = Arena.ofAuto().allocate(VALUE_BYTES_INITIAL);
  private int keyLength;
  private int valueLength;
  private boolean isValid;

  /**
   * Creates a cursor.
   *
   * @param rows cursor over the values, within {@link #rowBounds}
   * @param bounds bounds of the keys of entries
   */
  DeletedVersions(Cursor rows, DeletedSpans spans, KeySpan bounds) {
    this.rows = requireNonNull(rows, "rows is null");
    this.spans = requireNonNull(spans, "spans is null");
    position = new DeletedSpanPosition(spans);
    this.bounds = requireNonNull(bounds, "bounds is null");
  }

  /** Returns whether any value in the spans may have an entry within {@code bounds}. */
  static boolean mayExist(DeletedSpans spans, KeySpan bounds) {
    return spans.mayOverlap(bounds) || spans.mayHaveBeginningOf(bounds.start().bytes());
  }

  /** Returns bounds of the keys of rows that have entries within {@code bounds}. */
  static KeySpan rowBounds(KeySpan bounds) {
    byte[] start = bounds.start().bytes();
    int length = Math.max(0, start.length - HistoryLayout.KEY_SUFFIX_BYTES);
    return new KeySpan(Key.wrap(Arrays.copyOf(start, length)), bounds.end());
  }

  /** Moves to the first entry. */
  void seekToFirst() {
    byte[] start = bounds.start().bytes();
    seek(start, start.length);
  }

  /** Moves to the last entry; returns whether there is one. */
  boolean seekToLast() {
    rows.seekToLast();
    return settleBackward();
  }

  /** Moves to the first entry at or above the first bytes of an array. */
  void seek(byte[] target, int length) {
    byte[] from = Key.max(Key.wrap(Arrays.copyOf(target, length)), bounds.start()).bytes();
    // The entry of a key that the target begins with may be above the target. Searching it in vain
    // steps over all rows before it that a range tombstone in the same memtable contains.
    if (spans.mayHaveBeginningOf(from)
        && rows.seekForPrev(from, from.length)
        && rows.keyLength() < from.length
        && NativeMemory.mismatch(rows.keyAddress(), from, rows.keyLength()) < 0
        && show()
        && compareKey(from) >= 0) {
      inBounds();
      return;
    }
    isValid = false;
    rows.seek(from, from.length);
  }

  /**
   * Moves to the last entry at or below the first bytes of an array; returns whether there is one.
   */
  boolean seekForPrev(byte[] target, int length) {
    byte[] to = Arrays.copyOf(target, length);
    rows.seekForPrev(to, length);
    while (settleBackward()) {
      if (compareKey(to) <= 0) {
        return true;
      }
      rows.prev();
    }
    return false;
  }

  /** Moves to the next entry. */
  void next() {
    isValid = false;
    rows.next();
  }

  /** Moves to the entry before; returns whether there is one. */
  boolean prev() {
    rows.prev();
    return settleBackward();
  }

  /**
   * Completes a move forward. Returns whether there is an entry; false also if none is at or below
   * the limit, which a later call may raise.
   *
   * @param limit present position of a cursor; null for no limit
   */
  boolean settle(@Nullable Cursor limit) {
    if (isValid) {
      return true;
    }
    while (rows.valid()) {
      if (limit != null && isAbove(limit)) {
        return false;
      }
      if (show()) {
        return inBounds();
      }
      if (spans.isDeleted(position.segment())) {
        rows.next();
      } else if (position.segment() + 1 == spans.segmentCount()) {
        return invalid();
      } else {
        byte[] start = spans.start(position.segment() + 1);
        rows.seek(start, start.length);
      }
    }
    return end();
  }

  private boolean isAbove(Cursor limit) {
    return NativeMemory.compareUnsigned(
            rows.keyAddress(), rows.keyLength(), limit.keyAddress(), limit.keyLength())
        > 0;
  }

  private boolean settleBackward() {
    while (rows.valid()) {
      if (show()) {
        if (compareKey(bounds.start().bytes()) < 0) {
          return invalid();
        }
        if (bounds.end().isInfinity() || compareKey(bounds.end().bytes()) < 0) {
          return true;
        }
        rows.prev();
      } else if (spans.isDeleted(position.segment())) {
        rows.prev();
      } else if (position.segment() == 0) {
        return invalid();
      } else {
        skipBackward();
      }
    }
    return end();
  }

  /** Moves to the last row below the present segment. */
  private void skipBackward() {
    byte[] start = spans.start(position.segment());
    if (rows.seekForPrev(start, start.length)
        && NativeMemory.compareUnsigned(rows.keyAddress(), rows.keyLength(), start) == 0) {
      rows.prev();
    }
  }

  private boolean inBounds() {
    return bounds.end().isInfinity() || compareKey(bounds.end().bytes()) < 0 || invalid();
  }

  private boolean invalid() {
    isValid = false;
    return false;
  }

  private boolean end() {
    rows.checkStatus();
    return invalid();
  }

  private int compareKey(byte[] other) {
    return NativeMemory.compareUnsigned(key.address(), keyLength, other);
  }

  /** Sets key and value to the entry of the present row; returns false if it is not deleted. */
  private boolean show() {
    isValid = false;
    long rowKey = rows.keyAddress();
    int rowKeyLength = rows.keyLength();
    if (!position.moveTo(rowKey, rowKeyLength)) {
      return false;
    }
    long row = rows.valueAddress();
    int rowLength = rows.valueLength();
    if (rowLength < VersionHeader.BYTES || VersionHeader.isTombstone(row)) {
      return false;
    }
    long timestamp = VersionHeader.timestamp(row);
    long deletedAt = position.deletedAt(rowKey, rowKeyLength, timestamp);
    if (deletedAt == DeletedSpans.NEVER) {
      return false;
    }
    keyLength = rowKeyLength + HistoryLayout.KEY_SUFFIX_BYTES;
    key = withCapacity(key, keyLength);
    NativeMemory.copy(rowKey, key.address(), rowKeyLength);
    NativeMemory.putLongBigEndian(key.address() + rowKeyLength, ~timestamp);
    valueLength = HistoryLayout.OLD_VALUE_OFFSET + rowLength;
    value = withCapacity(value, valueLength);
    NativeMemory.putLong(value.address(), HistoryLayout.superseded(deletedAt, true));
    NativeMemory.copy(row, value.address() + HistoryLayout.OLD_VALUE_OFFSET, rowLength);
    isValid = true;
    return true;
  }

  private static MemorySegment withCapacity(MemorySegment present, int bytes) {
    return present.byteSize() >= bytes
        ? present
        : Arena.ofAuto().allocate(Math.max(bytes, 2 * present.byteSize()));
  }

  boolean valid() {
    return isValid;
  }

  long keyAddress() {
    return key.address();
  }

  int keyLength() {
    return keyLength;
  }

  long valueAddress() {
    return value.address();
  }

  int valueLength() {
    return valueLength;
  }

  void checkStatus() {
    rows.checkStatus();
  }

  @Override
  public void close() {
    isValid = false;
    rows.close();
  }
}
