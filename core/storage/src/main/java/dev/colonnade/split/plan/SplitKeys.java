package dev.colonnade.split.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeStatus;
import dev.colonnade.range.RowBoundaries;
import dev.colonnade.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * Finds keys that cut a range into pieces of about the same size. What it finds are starts of rows
 * inside of the range and above its start, in ascending order; there may be fewer than were asked
 * for, where rows are large, and none.
 *
 * <p>A range that holds no more than {@link #WALK_BYTES_MAX} is walked: exact, and the only way
 * while most of it is in the memory of the store, whose estimates are poor there. Of a larger one
 * the store's estimates are halved again and again ({@link EstimatedKeys}), halves at the same
 * time. Those are of compressed bytes: where some rows are compressed much better than others,
 * pieces of them are too large, and are cut again.
 */
public final class SplitKeys {
  /** Ranges up to this size are walked. */
  public static final long WALK_BYTES_MAX = 64L << 20;

  private final Store store;
  private final UnaryOperator<Key> rowStart;
  private final long walkBytesMax;

  /**
   * @param rowStart the key at which the row of a key begins, as {@link RowBoundaries#rowStart}
   */
  public SplitKeys(Store store, UnaryOperator<Key> rowStart, long walkBytesMax) {
    this.store = requireNonNull(store, "store is null");
    this.rowStart = requireNonNull(rowStart, "rowStart is null");
    this.walkBytesMax = walkBytesMax;
  }

  /** Keys that cut {@code range} into about {@code pieceCount} pieces. May take long. */
  public List<Key> bySize(RangeStatus range, int pieceCount) {
    KeySpan span = range.descriptor().span();
    if (range.statistics().totalBytes() > walkBytesMax) {
      KeySpan filled = EstimatedKeys.filled(store, span);
      Key firstRow = filled.isEmpty() ? span.start() : rowStart.apply(filled.start());
      List<Key> cuts = atRows(span, firstRow, EstimatedKeys.find(store, filled, pieceCount));
      if (!cuts.isEmpty()) {
        return cuts;
      }
      // All that was found is in the first row, which has most of the bytes: walk on behind it.
    }
    long bytes = range.statistics().totalBytes();
    return atRows(
        span, span.start(), new WalkedKeys(store, rowStart, bytes, pieceCount).find(span));
  }

  /** The starts of the rows of {@code keys}, where these cut the span above {@code first}. */
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
