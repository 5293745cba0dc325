package dev.colonnade.scan;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.cache.CacheReader;
import dev.colonnade.scan.cache.CachedRows;
import dev.colonnade.scan.filter.BlockFilter;
import dev.colonnade.scan.filter.RowFilter;
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
 * Fills pages from the column cache, many rows at a time, and from the store where the cache has
 * nothing. Goes forward. A filter looks at the columns of a block first, and only what it keeps is
 * copied. Its simple twin is {@link PageFiller}: pages have the same rows, bytes, charges, reasons
 * and places to go on at.
 *
 * <p>It stands at a key of a span: everything in front of that is in pages. Not safe for use by
 * several threads.
 */
final class CachedPageFiller implements AutoCloseable {
  /** With a filter, so many rows are decided about at most before limits are looked at. */
  private static final int FILTERED_ROWS_MAX = 4096;

  private final ScanPiece.Context context;
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

  /** What is left, the present span first. */
  private List<KeySpan> spans;

  private Key at;

  // While the store is asked, for the keys from where it began up to readerEnd.
  private @Nullable RowReader reader;
  private Key readerEnd = Key.EMPTY;
  private boolean onRow;
  private long readerScannedStart;
  private long readerKeyValuesStart;
  private int rowsUntilCheck = PageFiller.ROWS_BETWEEN_CHECKS;

  // Of the present page, without what the reader counts.
  private long rowsMax;
  private long rowsSeen;
  private long scannedBytes;
  private long keyValues;

  /** Rows of the ascending spans that are left. */
  CachedPageFiller(
      ScanPiece.Context context,
      ColumnPageBuilder builder,
      CacheReader cache,
      List<KeySpan> spans) {
    this.context = context;
    this.builder = builder;
    this.cache = cache;
    this.spans = spans;
    this.at = spans.isEmpty() ? Key.EMPTY : spans.getFirst().start();
    RowFilter filter = context.scan().filter();
    this.rowFilter = filter.keepsAll() ? null : filter;
    this.blockFilter = filter.keepsAll() ? null : filter.forBlocks();
    this.keyBeforeFilter = rowFilter != null && context.scan().columns().filtersKey();
    this.keyBeforeAppend = builder.needsKey() && !keyBeforeFilter;
    PageLimits page = context.scan().limits().page();
    this.allowEmptyPage = context.scan().limits().allowEmptyPage();
    this.pageRowsMax = page.rowsInForce();
    this.encodedBytesMax = page.encodedBytesInForce();
    this.scannedBytesMax = page.scannedBytes();
  }

  /** The next page, of at most {@code rowLimit} rows. After an error this is of no use. */
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

  /** Leaves the store where somebody else has loaded meanwhile what comes next. */
  private void preferCache() {
    if (reader != null && cache.holds(at)) {
      closeReader();
    }
  }

  private StopReason collect() {
    while (!spans.isEmpty()) {
      StopReason stop = reader == null ? takeFromCache() : takeFromStore(reader);
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

  private @Nullable StopReason takeFromCache() {
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
      return take(rows);
    }
  }

  /** Takes as many of the rows as the limits allow; says why if that is not all of them. */
  private @Nullable StopReason take(CachedRows rows) {
    int row = rows.first();
    StopReason stop = null;
    while (row < rows.end() && stop == null) {
      Taken taken =
          blockFilter == null
              ? takeAll(rows, row)
              : takeKept(rows, row, Math.min(rows.end(), row + FILTERED_ROWS_MAX), blockFilter);
      rowsSeen += taken.end() - row;
      row = taken.end();
      stop = taken.stop();
    }
    moveTo(rows, row, stop);
    return stop;
  }

  /**
   * How far rows were taken.
   *
   * @param stop why not further; null if it was as far as was asked
   */
  private record Taken(int end, @Nullable StopReason stop) {}

  private Taken takeAll(CachedRows rows, int first) {
    int end = rows.end();
    StopReason stop = null;
    long pageRows = (long) pageRowsMax - builder.rowCount();
    if (pageRows < end - first) {
      end = first + (int) pageRows;
      stop = StopReason.PAGE_ROWS;
    }
    int scannedEnd = firstRowTooFar(rows, first, end);
    if (scannedEnd < end) {
      end = scannedEnd;
      stop = StopReason.SCANNED_BYTES;
    }
    int fitting = builder.rowsThatFit(rows.run(), first, end, encodedBytesMax);
    int encodedEnd = first + (mustTakeOne(fitting) ? 1 : fitting);
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
    return new Taken(end, stop);
  }

  /** The same where the filter does not keep all rows: limits of rows count those that it keeps. */
  private Taken takeKept(CachedRows rows, int first, int last, BlockFilter filter) {
    int count = filter.select(rows.vectors(), first, last);
    int[] kept = filter.selected();
    int end = last;
    StopReason stop = null;
    long pageRows = (long) pageRowsMax - builder.rowCount();
    if (pageRows <= count) {
      int full = pageRows == 0 ? first : kept[(int) pageRows - 1] + 1;
      if (full < end) {
        end = full;
        stop = StopReason.PAGE_ROWS;
      }
    }
    int scannedEnd = firstRowTooFar(rows, first, end);
    if (scannedEnd < end) {
      end = scannedEnd;
      stop = StopReason.SCANNED_BYTES;
    }
    count = countBelow(kept, count, end);
    int fitting = builder.rowsThatFit(rows.run(), kept, count, encodedBytesMax);
    fitting = count > 0 && mustTakeOne(fitting) ? 1 : fitting;
    if (fitting < count) {
      end = kept[fitting];
      stop = StopReason.ENCODED_BYTES;
    }
    long rowsLeft = rowsMax - builder.rowCount();
    if (rowsLeft <= fitting) {
      fitting = (int) rowsLeft;
      end = kept[fitting - 1] + 1;
      stop = StopReason.ROW_LIMIT;
    }
    builder.append(rows.run(), kept, fitting);
    return new Taken(end, stop);
  }

  private boolean mustTakeOne(int fitting) {
    return fitting == 0 && builder.rowCount() == 0 && !allowEmptyPage;
  }

  private static int countBelow(int[] ascending, int count, int end) {
    int at = Arrays.binarySearch(ascending, 0, count, end);
    return at >= 0 ? at : -at - 1;
  }

  /** The first row that is not looked at any more because of what was scanned before it. */
  private int firstRowTooFar(CachedRows rows, int first, int end) {
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

  /** Charges what was come by, and stands where it ends. */
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
    readerEnd = cache.nextLook(at, end);
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

  /** Takes rows of the store until a limit strikes, or there are no more of them. */
  private @Nullable StopReason takeFromStore(RowReader from) {
    Position position = onRow ? Position.ROW : from.advance();
    while (position != Position.END) {
      onRow = position == Position.ROW;
      StopReason stop = onRow ? takeRow(from) : stopAtPause(from);
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
    return scannedEnough(from) ? StopReason.SCANNED_BYTES : null;
  }

  private @Nullable StopReason takeRow(RowReader from) {
    if (--rowsUntilCheck == 0) {
      rowsUntilCheck = PageFiller.ROWS_BETWEEN_CHECKS;
      context.cancellation().check();
    }
    if (builder.rowCount() == pageRowsMax) {
      return StopReason.PAGE_ROWS;
    }
    if (rowsSeen > 0 && scannedEnough(from)) {
      return StopReason.SCANNED_BYTES;
    }
    if (rowFilter != null && !isKept(from, rowFilter)) {
      rowsSeen++;
      return null;
    }
    if (keyBeforeAppend) {
      from.showKey();
    }
    if (!builder.fits(from, encodedBytesMax) && (builder.rowCount() > 0 || allowEmptyPage)) {
      return StopReason.ENCODED_BYTES;
    }
    builder.append(from);
    rowsSeen++;
    return builder.rowCount() == rowsMax ? StopReason.ROW_LIMIT : null;
  }

  private boolean isKept(RowReader from, RowFilter filter) {
    if (keyBeforeFilter) {
      from.showKey();
    }
    return filter.keeps(from.row());
  }

  private boolean scannedEnough(RowReader from) {
    return scannedBytesMax != PageLimits.NONE
        && scannedBytes + from.scannedBytesBefore() - readerScannedStart >= scannedBytesMax;
  }

  private void endPage(RowReader from, StopReason stop) {
    boolean withRow = stop == StopReason.ROW_LIMIT;
    List<KeySpan> left = withRow ? from.remainingBehindRow() : from.remaining();
    at = left.isEmpty() ? readerEnd : left.getFirst().start();
    if (withRow) {
      charge(from.scannedBytesWithRow(), from.keyValuesWithRow());
    } else {
      charge(from.scannedBytesBefore(), from.keyValuesBefore());
    }
    if (withRow || !onRow) {
      closeReader(); // the next page begins with a reader of its own
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

  /** Frees cursor and memory, but not what the page builder holds. Closing twice is harmless. */
  @Override
  public void close() {
    closeReader();
    cache.close();
  }
}
