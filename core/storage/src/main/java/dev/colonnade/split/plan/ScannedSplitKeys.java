package dev.colonnade.split.plan;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Finder of split keys by a full scan: each split key is the start of the row that is nearest to
 * its share of the bytes. The old versions of a row count as part of the row. Used once.
 */
final class ScannedSplitKeys {
  private final StoreReader reader;
  private final UnaryOperator<Key> rowStart;
  private final long totalBytes;
  private final int pieceCount;
  private final List<Key> cuts = new ArrayList<>();

  /** Bytes of all rows before the current row of the scan. */
  private long before;

  /** Bytes of the current row so far. */
  private long rowBytes;

  private Key row = Key.EMPTY;
  private boolean hasRow;

  ScannedSplitKeys(
      StoreReader reader, UnaryOperator<Key> rowStart, long totalBytes, int pieceCount) {
    this.reader = reader;
    this.rowStart = rowStart;
    this.totalBytes = totalBytes;
    this.pieceCount = pieceCount;
  }

  List<Key> find(KeySpan span) {
    CursorOptions options = CursorOptions.over(span).withoutFillingCache();
    try (Cursor rows = reader.cursor(Space.ROWS, options);
        Cursor history = reader.cursor(Space.HISTORY, options)) {
      history.seekToFirst();
      for (rows.seekToFirst(); rows.valid(); rows.next()) {
        enter(rows.key());
        rowBytes += (long) rows.keyLength() + rows.valueLength();
        rowBytes += oldVersionBytes(rows, history);
      }
      rows.checkStatus();
      history.checkStatus();
      endRow();
    }
    return cuts;
  }

  private void enter(Key key) {
    if (hasRow && key.startsWith(row)) {
      return; // another column family of the row
    }
    endRow();
    row = rowStart.apply(key);
    hasRow = true;
  }

  /** Returns the bytes of the old versions of the current key of {@code rows}. */
  private static long oldVersionBytes(Cursor rows, Cursor history) {
    long bytes = 0;
    while (history.valid() && isOf(rows, history)) {
      bytes += (long) history.keyLength() + history.valueLength();
      history.next();
    }
    return bytes;
  }

  /**
   * Returns whether the history entry sorts before any possible next key: its prefix is at most the
   * current key.
   */
  private static boolean isOf(Cursor rows, Cursor history) {
    int length = Math.min(rows.keyLength(), history.keyLength());
    return NativeMemory.compareUnsigned(history.keyAddress(), length, rows.keyAddress(), length)
        <= 0;
  }

  private void endRow() {
    int next = cuts.size() + 1;
    if (hasRow && next < pieceCount) {
      long share = totalBytes / pieceCount * next;
      if (before > 0 && before + rowBytes / 2 >= share) {
        cuts.add(row);
      }
    }
    before += rowBytes;
    rowBytes = 0;
  }
}
