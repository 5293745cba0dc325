package dev.colonnade.split.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.statistics.RowBoundaries;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Finder of split keys, which divide a range into pieces of about the same size. Split keys are
 * starts of rows within the range and above its start, in ascending order. If rows are large, fewer
 * keys than requested are found, or none.
 *
 * <p>A range of at most {@link #SCAN_BYTES_MAX} is scanned ({@link ScannedSplitKeys}): the result
 * is exact, and scanning is the only way while most of the range is in the memtable of the store,
 * for which its estimates are poor. A larger range is bisected by the store's estimates ({@link
 * EstimatedSplitKeys}), in parallel. The estimates are of compressed bytes: if some rows compress
 * much better than the average, their pieces are too large, and are split again.
 */
public final class SplitKeys {
  /** Maximum size of a range that is scanned. */
  public static final long SCAN_BYTES_MAX = 64L << 20;

  private final Store store;
  private final UnaryOperator<Key> rowStart;
  private final long scanBytesMax;

  /**
   * Creates a finder.
   *
   * @param rowStart function that returns the start of the row of a key, as {@link
   *     RowBoundaries#rowStart}
   * @param scanBytesMax maximum size of a range that is scanned
   */
  public SplitKeys(Store store, UnaryOperator<Key> rowStart, long scanBytesMax) {
    this.store = requireNonNull(store, "store is null");
    this.rowStart = requireNonNull(rowStart, "rowStart is null");
    this.scanBytesMax = scanBytesMax;
  }

  /** Returns keys that split {@code range} into about {@code pieceCount} pieces. May take long. */
  public List<Key> bySize(RangeStatus range, int pieceCount) {
    KeySpan span = range.descriptor().span();
    if (range.statistics().totalBytes() > scanBytesMax) {
      KeySpan filled = EstimatedSplitKeys.filled(store, span);
      Key firstRow = filled.isEmpty() ? span.start() : rowStart.apply(filled.start());
      List<Key> cuts = atRows(span, firstRow, EstimatedSplitKeys.find(store, filled, pieceCount));
      if (!cuts.isEmpty()) {
        return cuts;
      }
      // All keys found are in the first row, which has most of the bytes: scan for keys after it.
    }
    long bytes = range.statistics().totalBytes();
    return atRows(
        span, span.start(), new ScannedSplitKeys(store, rowStart, bytes, pieceCount).find(span));
  }

  /** Returns the starts of the rows of {@code keys} that split the span above {@code first}. */
  private List<Key> atRows(KeySpan span, Key first, List<Key> keys) {
    List<Key> cuts = new ArrayList<>();
    Key last = Key.max(first, span.start());
    for (Key key : keys) {
      Key cut = rowStart.apply(key);
      if (cut.compareTo(last) > 0 && span.contains(cut)) {
        cuts.add(cut);
        last = cut;
      }
    }
    return cuts;
  }
}
