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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page producer that reads from the column cache, many rows at a time, and from the store where the
 * cache has no block. Forward scans only. The filter is evaluated on the filter's columns of a
 * whole block first, and only the selected rows are copied from the projected columns (late
 * materialization). The reference implementation is {@link PageFiller}: both produce pages with the
 * same rows, bytes, charges, stop reasons and resume keys.
 *
 * <p>The position is a key of the first remaining span: all rows in front of it are in earlier
 * pages. Not thread-safe.
 */
final class CachedPageFiller implements AutoCloseable {
  /** Most rows that the filter tests before the limits are checked. */
  private static final int FILTERED_ROWS_MAX = 4096;

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

  /** Spans still to be scanned, the current span first. */
  private List<KeySpan> spans;

  private Key at;

  // State of a read from the store, for the keys from its start up to readerEnd.
  private @Nullable RowReader reader;
  private Key readerEnd = Key.EMPTY;
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
    this.spans = spans;
    this.at = spans.isEmpty() ? Key.EMPTY : spans.getFirst().start();
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
    rowsMax = rowLimit;
    rowsSeen = 0;
    scannedBytes = 0;
    keyValues = 0;
    preferCache();
    StopReason reason = collect();
    ScanUsage usage = new ScanUsage(builder.rowCount(), keyValues, 0, scannedBytes);
    List<KeySpan> resume = reason == StopReason.EXHAUSTED ? List.of() : remaining();
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
    if (reader != null && cache.holds(at)) {
      closeReader();
    }
  }

  private StopReason collect() {
    while (!spans.isEmpty()) {
      StopReason stop = reader == null ? appendFromCache() : appendFromStore(reader);
      if (stop != null) {
        return stop;
      }
      if (at.compareTo(spans.getFirst().end()) >= 0) {
        spans = spans.subList(1, spans.size());
        at = spans.isEmpty() ? Key.EMPTY : spans.getFirst().start();
      }
    }
    return StopReason.EXHAUSTED;
  }

  private List<KeySpan> remaining() {
    List<KeySpan> left = new ArrayList<>(spans);
    left.set(0, new KeySpan(at, Key.max(at, spans.getFirst().end())));
    left.removeIf(KeySpan::isEmpty);
    return left;
  }

  private @Nullable StopReason appendFromCache() {
    Key end = spans.getFirst().end();
    if (at.compareTo(end) >= 0) {
      return null;
    }
    try (CachedRows rows = cache.rows(at, end)) {
      context.cancellation().check();
      if (rows == null) {
        openReader(end);
        return null;
      }
      return appendRows(rows);
    }
  }

  /**
   * Appends as many of the rows as the limits allow; returns the stop reason, null after all rows.
   */
  private @Nullable StopReason appendRows(CachedRows rows) {
    int row = rows.first();
    StopReason stop = null;
    while (row < rows.end() && stop == null) {
      Appended appended =
          blockFilter == null
              ? appendAll(rows, row)
              : appendFiltered(
                  rows, row, Math.min(rows.end(), row + FILTERED_ROWS_MAX), blockFilter);
      rowsSeen += appended.end() - row;
      row = appended.end();
      stop = appended.stop();
    }
    moveTo(rows, row, stop);
    return stop;
  }

  /**
   * Result of appending cached rows.
   *
   * @param end position behind the last row that was processed
   * @param stop limit that was reached; null if all requested rows were processed
   */
  private record Appended(int end, @Nullable StopReason stop) {}

  private Appended appendAll(CachedRows rows, int first) {
    int end = rows.end();
    StopReason stop = null;
    long pageRows = (long) pageRowsMax - builder.rowCount();
    if (pageRows < end - first) {
      end = first + (int) pageRows;
      stop = StopReason.PAGE_ROWS;
    }
    int scannedEnd = firstRowBeyondScanLimit(rows, first, end);
    if (scannedEnd < end) {
      end = scannedEnd;
      stop = StopReason.SCANNED_BYTES;
    }
    int fitting = builder.rowsThatFit(rows.run(), first, end, encodedBytesMax);
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
    builder.append(rows.run(), first, end);
    return new Appended(end, stop);
  }

  /**
   * Variant of {@link #appendAll} for scans with a filter: row limits count the selected rows only.
   */
  private Appended appendFiltered(CachedRows rows, int first, int last, BlockFilter filter) {
    int count = filter.select(rows.vectors(), first, last);
    int[] selected = filter.selected();
    int end = last;
    StopReason stop = null;
    long pageRows = (long) pageRowsMax - builder.rowCount();
    if (pageRows <= count) {
      int full = pageRows == 0 ? first : selected[(int) pageRows - 1] + 1;
      if (full < end) {
        end = full;
        stop = StopReason.PAGE_ROWS;
      }
    }
    int scannedEnd = firstRowBeyondScanLimit(rows, first, end);
    if (scannedEnd < end) {
      end = scannedEnd;
      stop = StopReason.SCANNED_BYTES;
    }
    count = countBelow(selected, count, end);
    int fitting = builder.rowsThatFit(rows.run(), selected, count, encodedBytesMax);
    fitting = count > 0 && mustAppendOne(fitting) ? 1 : fitting;
    if (fitting < count) {
      end = selected[fitting];
      stop = StopReason.ENCODED_BYTES;
    }
    long rowsLeft = rowsMax - builder.rowCount();
    if (rowsLeft <= fitting) {
      fitting = (int) rowsLeft;
      end = selected[fitting - 1] + 1;
      stop = StopReason.ROW_LIMIT;
    }
    builder.append(rows.run(), selected, fitting);
    return new Appended(end, stop);
  }

  private boolean mustAppendOne(int fitting) {
    return fitting == 0 && builder.rowCount() == 0 && !allowEmptyPage;
  }

  private static int countBelow(int[] ascending, int count, int end) {
    int at = Arrays.binarySearch(ascending, 0, count, end);
    return at >= 0 ? at : -at - 1;
  }

  /**
   * Returns the first row in front of which the limit of scanned bytes is reached; {@code end} if
   * none.
   */
  private int firstRowBeyondScanLimit(CachedRows rows, int first, int end) {
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

  /** Charges the rows up to {@code end} and moves the position there. */
  private void moveTo(CachedRows rows, int end, @Nullable StopReason stop) {
    if (stop == StopReason.ROW_LIMIT) {
      scannedBytes += rows.scannedWith(end - 1);
      keyValues += rows.keyValuesWith(end - 1);
      at = rows.endOf(end - 1);
    } else {
      scannedBytes += rows.scannedBefore(end);
      keyValues += rows.keyValuesBefore(end);
      at = stop == null ? rows.endKey() : rows.rowKey(end);
    }
  }

  private void openReader(Key end) {
    readerEnd = cache.nextBlockStart(at, end);
    reader =
        RowReader.open(
            context.scan().request().target().format(),
            context.scan().newRowView(),
            context.view(),
            new RowReader.Route(List.of(new KeySpan(at, readerEnd)), false),
            context.memory());
    onRow = false;
    readerScannedStart = 0;
    readerKeyValuesStart = 0;
  }

  /** Appends rows of the store until a limit is reached or the range without a block ends. */
  private @Nullable StopReason appendFromStore(RowReader from) {
    Position position = onRow ? Position.ROW : from.advance();
    while (position != Position.END) {
      onRow = position == Position.ROW;
      StopReason stop = onRow ? processRow(from) : stopAtPause(from);
      if (stop != null) {
        endPage(from, stop);
        return stop;
      }
      position = from.advance();
    }
    charge(from.scannedBytesBefore(), from.keyValuesBefore());
    closeReader();
    at = readerEnd;
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
    at = left.isEmpty() ? readerEnd : left.getFirst().start();
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
