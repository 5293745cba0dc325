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
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.row.RowReader;
import dev.colonnade.scan.row.RowReader.Position;
import dev.colonnade.scan.row.SpanPosition;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page producer that reads from the column cache, many rows at a time, and from the store where the
 * cache has no block. In a reverse scan, the last row comes first. The filter is evaluated on the
 * filter's columns of a whole block first, and only the selected rows are copied from the projected
 * columns (late materialization). The reference implementation is {@link PageFiller}: both produce
 * pages with the same rows, bytes, charges, stop reasons and resume keys.
 *
 * <p>Not thread-safe.
 */
final class CachedPageFiller implements AutoCloseable {
  /** Most rows that are chosen before the limits are checked. */
  private static final int CHOSEN_ROWS_MAX = 4096;

  private final ScanContext context;
  private final ColumnPageBuilder builder;
  private final CacheReader cache;
  private final @Nullable RowFilter rowFilter;
  private final @Nullable BlockFilter blockFilter;
  private final boolean keyBeforeFilter;
  private final boolean keyBeforeAppend;
  private final boolean allowEmptyPage;
  private final int pageRowsMax;
  private final long encodedBytesMax;
  private final long scannedBytesMax;

  private final boolean isReverse;
  private final SpanPosition position;

  /** Rows of a block that are read next, in the order of the scan. */
  private int[] chosen = new int[0];

  // State of a read from the store, for the keys from the position to readerBound.
  private @Nullable RowReader reader;
  private Key readerBound = Key.EMPTY;
  private boolean onRow;
  private long readerScannedStart;
  private long readerKeyValuesStart;
  private int rowsUntilCheck = PageFiller.ROWS_BETWEEN_CHECKS;

  // Counters of the current page, without those of the reader.
  private long rowsMax;
  private long rowsSeen;
  private long scannedBytes;
  private long keyValues;

  /** Creates a producer for the rows of {@code spans}, which ascend. */
  CachedPageFiller(
      ScanContext context, ColumnPageBuilder builder, CacheReader cache, List<KeySpan> spans) {
    this.context = context;
    this.builder = builder;
    this.cache = cache;
    this.isReverse = context.scan().request().options().isReverse();
    this.position = new SpanPosition(spans, isReverse);
    RowFilter filter = context.scan().filter();
    this.rowFilter = filter.acceptsAll() ? null : filter;
    this.blockFilter = filter.acceptsAll() ? null : new BlockFilter(filter);
    this.keyBeforeFilter = rowFilter != null && context.scan().columns().filtersKey();
    this.keyBeforeAppend = builder.needsKey() && !keyBeforeFilter;
    PageLimits page = context.scan().limits().page();
    this.allowEmptyPage = context.scan().limits().allowEmptyPage();
    this.pageRowsMax = page.rowsInForce();
    this.encodedBytesMax = page.encodedBytesInForce();
    this.scannedBytesMax = page.scannedBytes();
  }

  /** Returns the next page, of at most {@code rowLimit} rows. After an error it must be closed. */
  ScanPage fill(long rowLimit) {
    context.cancellation().check();
    rowsMax = Math.max(1, rowLimit); // the caller discards rows beyond its limit
    rowsSeen = 0;
    scannedBytes = 0;
    keyValues = 0;
    preferCache();
    StopReason reason = collect();
    ScanUsage usage = new ScanUsage(builder.rowCount(), keyValues, 0, scannedBytes);
    List<KeySpan> resume = reason == StopReason.EXHAUSTED ? List.of() : position.remaining();
    return builder.finish(
        encodedBytes ->
            new PageEnd(
                new ScanUsage(usage.rows(), usage.keyValues(), encodedBytes, usage.scannedBytes()),
                reason,
                resume,
                null));
  }

  /** Closes the store reader if another scan has meanwhile loaded the block at the position. */
  private void preferCache() {
    if (reader != null && cache.holds(position.at())) {
      closeReader();
    }
  }

  private StopReason collect() {
    while (!position.isAtEnd()) {
      StopReason stop = reader == null ? appendFromCache() : appendFromStore(reader);
      if (stop != null) {
        return stop;
      }
      position.skipScannedSpan();
    }
    return StopReason.EXHAUSTED;
  }

  private @Nullable StopReason appendFromCache() {
    if (position.isAtBound()) {
      return null;
    }
    try (CachedRows rows = cache.rows(position.at(), position.bound(), true)) {
      context.cancellation().check();
      if (rows == null) {
        openReader();
        return null;
      }
      return appendRows(rows);
    }
  }

  /**
   * Appends as many of the rows as the limits allow; returns the stop reason, null after all rows.
   */
  private @Nullable StopReason appendRows(CachedRows rows) {
    int step = 0;
    StopReason stop = null;
    while (step < rows.count() && stop == null) {
      Appended appended =
          blockFilter == null && !isReverse
              ? appendAll(rows, step)
              : appendChosen(rows, step, Math.min(rows.count(), step + CHOSEN_ROWS_MAX));
      rowsSeen += appended.end() - step;
      step = appended.end();
      stop = appended.stop();
    }
    moveTo(rows, step, stop);
    return stop;
  }

  /**
   * Result of appending cached rows.
   *
   * @param end step behind the last row that was processed
   * @param stop limit that was reached; null if all requested rows were processed
   */
  private record Appended(int end, @Nullable StopReason stop) {}

  private Appended appendAll(CachedRows rows, int first) {
    int end = rows.count();
    StopReason stop = null;
    long pageRows = (long) pageRowsMax - builder.rowCount();
    if (pageRows < end - first) {
      end = first + (int) pageRows;
      stop = StopReason.PAGE_ROWS;
    }
    int scannedEnd = firstStepBeyondScanLimit(rows, first, end);
    if (scannedEnd < end) {
      end = scannedEnd;
      stop = StopReason.SCANNED_BYTES;
    }
    int fitting = builder.rowsThatFit(rows.run(), rows.row(first), rows.row(end), encodedBytesMax);
    int encodedEnd = first + (mustAppendOne(fitting) ? 1 : fitting);
    if (encodedEnd < end) {
      end = encodedEnd;
      stop = StopReason.ENCODED_BYTES;
    }
    long rowsLeft = rowsMax - builder.rowCount();
    if (rowsLeft <= end - first) {
      end = first + (int) rowsLeft;
      stop = StopReason.ROW_LIMIT;
    }
    builder.append(rows.run(), rows.row(first), rows.row(end));
    return new Appended(end, stop);
  }

  /**
   * Variant of {@link #appendAll} for scans with a filter, whose row limits count the selected rows
   * only, and for reverse scans.
   */
  private Appended appendChosen(CachedRows rows, int first, int last) {
    int count = choose(rows, first, last);
    int end = last;
    StopReason stop = null;
    long pageRows = (long) pageRowsMax - builder.rowCount();
    boolean isFull = blockFilter == null ? pageRows < count : pageRows <= count;
    if (isFull) {
      int full = pageRows == 0 ? first : rows.step(chosen[(int) pageRows - 1]) + 1;
      if (full < end) {
        end = full;
        stop = StopReason.PAGE_ROWS;
      }
    }
    int scannedEnd = firstStepBeyondScanLimit(rows, first, end);
    if (scannedEnd < end) {
      end = scannedEnd;
      stop = StopReason.SCANNED_BYTES;
    }
    count = countBelow(rows, count, end);
    int fitting = builder.rowsThatFit(rows.run(), chosen, count, encodedBytesMax);
    fitting = count > 0 && mustAppendOne(fitting) ? 1 : fitting;
    if (fitting < count) {
      end = rows.step(chosen[fitting]);
      stop = StopReason.ENCODED_BYTES;
    }
    long rowsLeft = rowsMax - builder.rowCount();
    if (rowsLeft <= fitting) {
      fitting = (int) rowsLeft;
      end = rows.step(chosen[fitting - 1]) + 1;
      stop = StopReason.ROW_LIMIT;
    }
    builder.append(rows.run(), chosen, fitting);
    return new Appended(end, stop);
  }

  /** Sets the rows of some steps that the filter selects, in the order of the scan. */
  private int choose(CachedRows rows, int first, int last) {
    if (blockFilter == null) {
      chosen = chosen.length < last - first ? new int[last - first] : chosen;
      for (int step = first; step < last; step++) {
        chosen[step - first] = rows.row(step);
      }
      return last - first;
    }
    if (!isReverse) {
      int count = blockFilter.select(rows.vectors(), rows.row(first), rows.row(last));
      chosen = blockFilter.selected();
      return count;
    }
    int count = blockFilter.select(rows.vectors(), rows.row(last - 1), rows.row(first) + 1);
    int[] ascending = blockFilter.selected();
    chosen = chosen.length < count ? new int[ascending.length] : chosen;
    for (int i = 0; i < count; i++) {
      chosen[i] = ascending[count - 1 - i];
    }
    return count;
  }

  private boolean mustAppendOne(int fitting) {
    return fitting == 0 && builder.rowCount() == 0 && !allowEmptyPage;
  }

  /** Returns how many of the first {@code count} chosen rows are read before a step. */
  private int countBelow(CachedRows rows, int count, int end) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows.step(chosen[middle]) < end) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Returns the first step in front of which the limit of scanned bytes is reached; {@code end} if
   * none.
   */
  private int firstStepBeyondScanLimit(CachedRows rows, int first, int end) {
    int low = rowsSeen == 0 ? first + 1 : first;
    if (scannedBytesMax == PageLimits.NONE || low >= end) {
      return end;
    }
    int high = end;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (scannedBytes + rows.scannedBefore(middle) >= scannedBytesMax) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
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
      position.moveTo(stop == null ? rows.nextKey() : rows.keyInFrontOf(end));
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
    readerScannedStart = 0;
    readerKeyValuesStart = 0;
  }

  /** Appends rows of the store until a limit is reached or the range without a block ends. */
  private @Nullable StopReason appendFromStore(RowReader from) {
    Position read = onRow ? Position.ROW : from.advance();
    while (read != Position.END) {
      onRow = read == Position.ROW;
      StopReason stop = onRow ? processRow(from) : stopAtPause(from);
      if (stop != null) {
        endPage(from, stop);
        return stop;
      }
      read = from.advance();
    }
    charge(from.scannedBytesBefore(), from.keyValuesBefore());
    closeReader();
    position.moveTo(readerBound);
    return null;
  }

  private @Nullable StopReason stopAtPause(RowReader from) {
    context.cancellation().check();
    return scannedLimitReached(from) ? StopReason.SCANNED_BYTES : null;
  }

  private @Nullable StopReason processRow(RowReader from) {
    if (--rowsUntilCheck == 0) {
      rowsUntilCheck = PageFiller.ROWS_BETWEEN_CHECKS;
      context.cancellation().check();
    }
    if (builder.rowCount() == pageRowsMax) {
      return StopReason.PAGE_ROWS;
    }
    if (rowsSeen > 0 && scannedLimitReached(from)) {
      return StopReason.SCANNED_BYTES;
    }
    if (rowFilter != null && !passesFilter(from, rowFilter)) {
      rowsSeen++;
      return null;
    }
    if (keyBeforeAppend) {
      from.positionKey();
    }
    if (!builder.fits(from, encodedBytesMax) && (builder.rowCount() > 0 || allowEmptyPage)) {
      return StopReason.ENCODED_BYTES;
    }
    builder.append(from);
    rowsSeen++;
    return builder.rowCount() == rowsMax ? StopReason.ROW_LIMIT : null;
  }

  private boolean passesFilter(RowReader from, RowFilter filter) {
    if (keyBeforeFilter) {
      from.positionKey();
    }
    return filter.accepts(from.row());
  }

  private boolean scannedLimitReached(RowReader from) {
    return scannedBytesMax != PageLimits.NONE
        && scannedBytes + from.scannedBytesBefore() - readerScannedStart >= scannedBytesMax;
  }

  private void endPage(RowReader from, StopReason stop) {
    boolean withRow = stop == StopReason.ROW_LIMIT;
    List<KeySpan> left = withRow ? from.remainingAfterRow() : from.remaining();
    position.moveTo(SpanPosition.of(left, readerBound, isReverse));
    if (withRow) {
      charge(from.scannedBytesWithRow(), from.keyValuesWithRow());
    } else {
      charge(from.scannedBytesBefore(), from.keyValuesBefore());
    }
    if (withRow || !onRow) {
      closeReader(); // the next page opens a new reader
    }
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
    }
  }

  /** Closes the cursor and frees memory, except the page builder's. Idempotent. */
  @Override
  public void close() {
    closeReader();
    cache.close();
  }
}
