package dev.colonnade.scan;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.cache.CacheReader;
import dev.colonnade.scan.cache.CachedRows;
import dev.colonnade.scan.filter.compiled.BlockFilter;
import dev.colonnade.scan.filter.compiled.RowFilter;
import dev.colonnade.scan.page.ColumnPageBuilder;
import dev.colonnade.scan.page.PageEnd;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.ScanUsage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.page.VectorPage;
import dev.colonnade.scan.row.RowReader;
import dev.colonnade.scan.row.RowReader.Position;
import dev.colonnade.scan.row.SpanPosition;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Producer of pages of vectors. The rows of a cached block become a page without a copy: all of
 * them, or, if a filter selects many, those of a selection vector. Few rows of a block, and rows
 * from the store, are collected in batches in storage width. In a reverse scan, the last row comes
 * first.
 *
 * <p>A span that is only a part of the table may have a few rows. So its first rows are read from
 * the store if they are not cached, as many as the smallest block has, and only then blocks are
 * loaded.
 *
 * <p>A page ends at a block, at the row limit, or when a batch is full; limits of encoded bytes
 * apply to rows from the store only. Not thread-safe.
 */
final class VectorPageFiller implements AutoCloseable {
  /** Rows of a batch of collected rows after which no further block is added. */
  private static final int COLLECTED_ROWS = 4096;

  /** Fewest rows that are read in place, as a part of a block of the largest size. */
  private static final int IN_PLACE_PART = 8;

  private final ScanContext context;
  private final ColumnPageBuilder builder;
  private final CacheReader cache;
  private final @Nullable RowFilter rowFilter;
  private final @Nullable BlockFilter blockFilter;
  private final boolean needsKey;
  private final int inPlaceRowsMin;
  private final int pageRowsMax;
  private final long encodedBytesMax;

  private final boolean isReverse;
  private final SpanPosition position;

  /** Rows of a span that are read from the store before blocks are loaded. */
  private final int rowsBeforeLoad;

  /** Rows of the current span that may be read from the store before blocks are loaded. */
  private int rowsUntilLoad;

  // State of a read from the store, for the keys from the position to readerBound.
  private @Nullable RowReader reader;
  private Key readerBound = Key.EMPTY;
  private boolean onRow;

  /** True if the read ends after the rows that are read before blocks are loaded. */
  private boolean isBeforeLoad;

  private long readerScannedStart;
  private long readerKeyValuesStart;
  private int rowsUntilCheck = PageFiller.ROWS_BETWEEN_CHECKS;

  // Counters of the current page.
  private long rowsMax;
  private long scannedBytes;
  private long keyValues;

  /** Creates a producer for the rows of {@code spans}, which ascend. */
  VectorPageFiller(
      ScanContext context, ColumnPageBuilder builder, CacheReader cache, List<KeySpan> spans) {
    this.context = context;
    this.builder = builder;
    this.cache = cache;
    this.isReverse = context.scan().request().options().isReverse();
    this.position = new SpanPosition(spans, isReverse);
    RowFilter filter = context.scan().filter();
    this.rowFilter = filter.acceptsAll() ? null : filter;
    this.blockFilter = filter.acceptsAll() ? null : new BlockFilter(filter);
    this.needsKey =
        builder.needsKey() || (rowFilter != null && context.scan().columns().filtersKey());
    this.inPlaceRowsMin = cache.blockRowsMax() / IN_PLACE_PART;
    this.pageRowsMax = context.scan().limits().page().rowsInForce();
    this.encodedBytesMax = context.scan().limits().page().encodedBytesInForce();
    this.rowsBeforeLoad = context.scan().isWhole() ? 0 : cache.blockRowsMin();
    this.rowsUntilLoad = rowsBeforeLoad;
  }

  /** Returns the next page, of at most {@code rowLimit} rows. After an error it must be closed. */
  ScanPage fill(long rowLimit) {
    rowsMax = Math.max(1, rowLimit); // more than the limit is discarded by the caller
    scannedBytes = 0;
    keyValues = 0;
    if (reader != null && cache.holds(position.at())) {
      closeReader(); // another scan has loaded the block meanwhile
    }
    while (!position.isAtEnd()) {
      ScanPage page = reader == null ? pageFromCache() : pageFromStore(reader);
      if (page != null) {
        return page;
      }
      if (position.isAtBound()) {
        position.skipScannedSpan();
        rowsUntilLoad = rowsBeforeLoad;
      }
    }
    return collected(StopReason.EXHAUSTED);
  }

  private @Nullable ScanPage pageFromCache() {
    context.cancellation().check();
    if (position.isAtBound()) {
      return null;
    }
    if (builder.rowCount() >= Math.min(pageRowsMax, COLLECTED_ROWS)) {
      return collected(StopReason.PAGE_ROWS);
    }
    CachedRows rows = cache.rows(position.at(), position.bound(), rowsUntilLoad == 0);
    if (rows == null) {
      openReader();
      return null;
    }
    ScanPage page = null;
    try {
      page = blockFilter == null ? allOf(rows) : selectedOf(rows, blockFilter);
      return page;
    } finally {
      if (!(page instanceof VectorPage)) {
        rows.close();
      }
    }
  }

  /** Returns a page of cached rows, or of the rows collected before; null if there are no rows. */
  private @Nullable ScanPage allOf(CachedRows rows) {
    boolean isInPlace = rows.count() >= inPlaceRowsMin && rows.count() > 0;
    if (isInPlace && builder.rowCount() > 0) {
      return collected(StopReason.PAGE_ROWS);
    }
    int before = builder.rowCount();
    int end = (int) Math.min(rows.count(), Math.min(rowsMax, pageRowsMax) - before);
    StopReason stop = null;
    if (before + end == rowsMax) {
      stop = StopReason.ROW_LIMIT;
    } else if (end < rows.count()) {
      stop = StopReason.PAGE_ROWS;
    }
    moveTo(rows, end, stop);
    if (isInPlace) {
      VectorPage.Rows chosen =
          isReverse
              ? VectorPage.Rows.selected(firstSteps(rows, end), end)
              : VectorPage.Rows.range(rows.row(0), rows.row(end));
      return inPlace(rows, chosen, stop);
    }
    builder.append(rows.run(), firstSteps(rows, end), end);
    return stop == null ? null : collected(stop);
  }

  private static int[] firstSteps(CachedRows rows, int count) {
    int[] chosen = new int[count];
    for (int step = 0; step < count; step++) {
      chosen[step] = rows.row(step);
    }
    return chosen;
  }

  /**
   * Returns a page of the selected rows if they are many, or the batch of collected rows if it is
   * full; null if further rows fit.
   */
  private @Nullable ScanPage selectedOf(CachedRows rows, BlockFilter filter) {
    int low = isReverse ? rows.row(rows.count()) + 1 : rows.row(0);
    int count = filter.select(rows.vectors(), low, low + rows.count());
    int[] selected = isReverse ? reversed(filter.selected(), count) : filter.selected();
    long rowsLeft = Math.min(rowsMax, pageRowsMax) - builder.rowCount();
    StopReason stop = null;
    int end = rows.count();
    if (rowsLeft <= count) {
      count = (int) rowsLeft;
      end = rows.step(selected[count - 1]) + 1;
      stop = builder.rowCount() + count == rowsMax ? StopReason.ROW_LIMIT : StopReason.PAGE_ROWS;
    }
    moveTo(rows, end, stop);
    if (builder.rowCount() == 0 && count > 0 && count >= inPlaceRowsMin) {
      return inPlace(rows, VectorPage.Rows.selected(Arrays.copyOf(selected, count), count), stop);
    }
    builder.append(rows.run(), selected, count);
    boolean isFull = stop != null || builder.rowCount() >= COLLECTED_ROWS;
    return isFull ? collected(stop == null ? StopReason.PAGE_ROWS : stop) : null;
  }

  private static int[] reversed(int[] ascending, int count) {
    int[] descending = new int[count];
    for (int i = 0; i < count; i++) {
      descending[i] = ascending[count - 1 - i];
    }
    return descending;
  }

  private VectorPage inPlace(CachedRows rows, VectorPage.Rows chosen, @Nullable StopReason stop) {
    List<KeySpan> left = position.remaining();
    StopReason reason =
        stop != null ? stop : left.isEmpty() ? StopReason.EXHAUSTED : StopReason.PAGE_ROWS;
    ScanUsage usage = new ScanUsage(chosen.count(), keyValues, 0, scannedBytes);
    PageEnd pageEnd = new PageEnd(usage, reason, left, null);
    return new VectorPage(rows.vectors(), chosen, rows, context.memory(), pageEnd);
  }

  /** Returns the rows collected so far as a page. */
  private ScanPage collected(StopReason reason) {
    List<KeySpan> left = position.remaining();
    int rowCount = builder.rowCount();
    return builder.finish(
        encodedBytes ->
            new PageEnd(
                new ScanUsage(rowCount, keyValues, encodedBytes, scannedBytes),
                left.isEmpty() && reason == StopReason.PAGE_ROWS ? StopReason.EXHAUSTED : reason,
                left,
                null));
  }

  /** Charges the rows up to step {@code end} and moves the position there. */
  private void moveTo(CachedRows rows, int end, @Nullable StopReason stop) {
    if (stop == StopReason.ROW_LIMIT) {
      scannedBytes += rows.scannedWith(end - 1);
      keyValues += rows.keyValuesWith(end - 1);
      position.moveTo(rows.keyBehind(end - 1));
    } else {
      scannedBytes += rows.scannedBefore(end);
      keyValues += rows.keyValuesBefore(end);
      position.moveTo(end == rows.count() ? rows.nextKey() : rows.keyInFrontOf(end));
    }
  }

  private void openReader() {
    readerBound = cache.storeBound();
    reader =
        RowReader.open(
            context.scan().request().target().format(),
            context.scan().newRowView(),
            context.view(),
            new RowReader.Route(List.of(position.to(readerBound)), isReverse),
            context.memory());
    onRow = false;
    isBeforeLoad = rowsUntilLoad > 0;
    readerScannedStart = 0;
    readerKeyValuesStart = 0;
  }

  /** Collects rows of the store until a page is full, or the range without a block ends. */
  private @Nullable ScanPage pageFromStore(RowReader from) {
    Position read = onRow ? Position.ROW : from.advance();
    while (read != Position.END) {
      onRow = read == Position.ROW;
      if (--rowsUntilCheck <= 0 || !onRow) {
        rowsUntilCheck = PageFiller.ROWS_BETWEEN_CHECKS;
        context.cancellation().check();
      }
      if (onRow && isBeforeLoad && rowsUntilLoad == 0) {
        endReadBeforeRow(from);
        return null;
      }
      StopReason stop = onRow ? collectRow(from) : null;
      if (stop != null) {
        return pageUpTo(from, stop);
      }
      if (onRow && isBeforeLoad) {
        rowsUntilLoad--;
      }
      read = from.advance();
    }
    charge(from.scannedBytesBefore(), from.keyValuesBefore());
    closeReader();
    position.moveTo(readerBound);
    return null;
  }

  private @Nullable StopReason collectRow(RowReader from) {
    if (builder.rowCount() >= Math.min(pageRowsMax, COLLECTED_ROWS)) {
      return StopReason.PAGE_ROWS;
    }
    if (needsKey) {
      from.positionKey();
    }
    if (rowFilter != null && !rowFilter.accepts(from.row())) {
      return null;
    }
    if (builder.rowCount() > 0 && !builder.fits(from, encodedBytesMax)) {
      return StopReason.ENCODED_BYTES;
    }
    builder.append(from);
    return builder.rowCount() == rowsMax ? StopReason.ROW_LIMIT : null;
  }

  private ScanPage pageUpTo(RowReader from, StopReason stop) {
    boolean withRow = stop == StopReason.ROW_LIMIT;
    List<KeySpan> left = withRow ? from.remainingAfterRow() : from.remaining();
    position.moveTo(SpanPosition.of(left, readerBound, isReverse));
    if (withRow) {
      charge(from.scannedBytesWithRow(), from.keyValuesWithRow());
      closeReader();
    } else {
      charge(from.scannedBytesBefore(), from.keyValuesBefore());
    }
    return collected(stop);
  }

  /** Moves in front of the row that was read, from where blocks are loaded. */
  private void endReadBeforeRow(RowReader from) {
    position.moveTo(SpanPosition.of(from.remaining(), readerBound, isReverse));
    charge(from.scannedBytesBefore(), from.keyValuesBefore());
    closeReader();
  }

  private void charge(long scannedNow, long keyValuesNow) {
    scannedBytes += scannedNow - readerScannedStart;
    keyValues += keyValuesNow - readerKeyValuesStart;
    readerScannedStart = scannedNow;
    readerKeyValuesStart = keyValuesNow;
  }

  private void closeReader() {
    if (reader != null) {
      reader.close();
      reader = null;
      onRow = false;
    }
  }

  /** Closes the cursor and frees memory, except the page builder's. Idempotent. */
  @Override
  public void close() {
    closeReader();
    cache.close();
  }
}
