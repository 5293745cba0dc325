package dev.colonnade.scan;

import dev.colonnade.clock.NanoTicker;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.filter.compiled.RowFilter;
import dev.colonnade.scan.page.PageBuilder;
import dev.colonnade.scan.page.PageEnd;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.ScanTrace;
import dev.colonnade.scan.page.ScanUsage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.row.RowReader;
import dev.colonnade.scan.row.RowReader.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page producer that reads rows from a {@link RowReader}, tests them with the filter and appends
 * the selected ones to pages until a limit is reached. All limits are checked between rows, so that
 * a row is in one page as a whole or not at all. Not thread-safe.
 */
final class PageFiller {
  /** Rows between two checks for cancellation. */
  static final int ROWS_BETWEEN_CHECKS = 1024;

  private final RowReader reader;
  private final PageBuilder builder;
  private final Cancellation cancellation;
  private final @Nullable RowFilter filter;
  private final @Nullable StageTimer timer;
  private final boolean keyBeforeFilter;
  private final boolean keyBeforeAppend;
  private final boolean allowEmptyPage;
  private final int pageRowsMax;
  private final long encodedBytesMax;
  private final long scannedBytesMax;

  /**
   * True if every page opens a new reader. In a reverse scan, a reader that is opened at a row
   * steps over the deleted families behind the row's last one, which a reader that continues has
   * stepped over before. A page must be charged the same either way.
   */
  private final boolean alwaysNewReader;

  /** True if the reader is positioned on a row that is not in a page yet. */
  private boolean onRow;

  private int rowsUntilCheck = ROWS_BETWEEN_CHECKS;

  // Counters of the current page.
  private long rowsMax;
  private long rowsSeen;
  private long rowsRefused;

  // Counters of the reader at the start of the current page.
  private long scannedBytesStart;
  private long keyValuesStart;
  private long keysSteppedStart;
  private long versionsLookedUpStart;

  PageFiller(
      CompiledScan scan,
      RowReader reader,
      PageBuilder builder,
      Cancellation cancellation,
      NanoTicker ticker) {
    this.reader = reader;
    this.builder = builder;
    this.cancellation = cancellation;
    this.filter = scan.filter().acceptsAll() ? null : scan.filter();
    this.timer = scan.request().options().trace() ? new StageTimer(ticker) : null;
    this.keyBeforeFilter = filter != null && scan.columns().filtersKey();
    this.keyBeforeAppend = builder.needsKey() && !keyBeforeFilter;
    PageLimits page = scan.limits().page();
    this.allowEmptyPage = scan.limits().allowEmptyPage();
    this.pageRowsMax = page.rowsInForce();
    this.encodedBytesMax = page.encodedBytesInForce();
    this.scannedBytesMax = page.scannedBytes();
    this.alwaysNewReader =
        scan.request().options().isReverse() && scan.request().target().schema().hasFamilyByte();
  }

  /**
   * Returns the next page, of at most {@code rowLimit} rows. After an error the reader must be
   * closed.
   */
  ScanPage fill(long rowLimit) {
    cancellation.check();
    rowsMax = rowLimit;
    rowsSeen = 0;
    rowsRefused = 0;
    if (timer != null) {
      timer.start();
    }
    StopReason reason = collect();
    PageTail tail = tailAt(reason);
    return builder.finish(
        encodedBytes -> new PageEnd(tail.usage(encodedBytes), reason, tail.resume(), tail.trace()));
  }

  private StopReason collect() {
    Position at = onRow ? Position.ROW : advance();
    while (at != Position.END) {
      StopReason stop = at == Position.ROW ? processRow() : stopAtPause();
      if (stop != null) {
        return stop;
      }
      at = advance();
    }
    return StopReason.EXHAUSTED;
  }

  private Position advance() {
    Position at = reader.advance();
    onRow = at == Position.ROW;
    if (timer != null) {
      timer.endCursor();
    }
    return at;
  }

  private @Nullable StopReason stopAtPause() {
    cancellation.check();
    return scannedLimitReached() ? StopReason.SCANNED_BYTES : null;
  }

  /** Processes the current row; returns the stop reason if a limit ends the page. */
  private @Nullable StopReason processRow() {
    StopReason stop = stopBeforeRow();
    if (stop != null) {
      return stop;
    }
    if (filter != null && !passesFilter(filter)) {
      rowsSeen++;
      rowsRefused++;
      return null;
    }
    if (keyBeforeAppend) {
      reader.positionKey();
    }
    if (!builder.fits(reader, encodedBytesMax) && (builder.rowCount() > 0 || allowEmptyPage)) {
      return StopReason.ENCODED_BYTES;
    }
    append();
    rowsSeen++;
    return builder.rowCount() == rowsMax ? StopReason.ROW_LIMIT : null;
  }

  private @Nullable StopReason stopBeforeRow() {
    if (--rowsUntilCheck == 0) {
      rowsUntilCheck = ROWS_BETWEEN_CHECKS;
      cancellation.check();
    }
    if (builder.rowCount() == pageRowsMax) {
      return StopReason.PAGE_ROWS;
    }
    return rowsSeen > 0 && scannedLimitReached() ? StopReason.SCANNED_BYTES : null;
  }

  private boolean scannedLimitReached() {
    return scannedBytesMax != PageLimits.NONE
        && reader.scannedBytesBefore() - scannedBytesStart >= scannedBytesMax;
  }

  private boolean passesFilter(RowFilter test) {
    if (keyBeforeFilter) {
      reader.positionKey();
    }
    boolean selected = test.accepts(reader.row());
    if (timer != null) {
      timer.endFilter();
    }
    return selected;
  }

  private void append() {
    builder.append(reader);
    if (timer != null) {
      timer.endEncode();
    }
  }

  /** Returns whether the next page needs a new reader. */
  boolean needsNewReader() {
    return !onRow || alwaysNewReader;
  }

  private PageTail tailAt(StopReason reason) {
    boolean withRow = reason == StopReason.ROW_LIMIT;
    List<KeySpan> resume =
        switch (reason) {
          case ROW_LIMIT -> reader.remainingAfterRow();
          case PAGE_ROWS, ENCODED_BYTES, SCANNED_BYTES -> reader.remaining();
          case EXHAUSTED, PARTITION_EXHAUSTED -> List.of();
        };
    long scanned = withRow ? reader.scannedBytesWithRow() : reader.scannedBytesBefore();
    long keyValues = withRow ? reader.keyValuesWithRow() : reader.keyValuesBefore();
    ScanUsage usage =
        new ScanUsage(
            builder.rowCount(), keyValues - keyValuesStart, 0, scanned - scannedBytesStart);
    PageTail tail = new PageTail(usage, resume, traceOf(usage));
    scannedBytesStart = scanned;
    keyValuesStart = keyValues;
    return tail;
  }

  private @Nullable ScanTrace traceOf(ScanUsage usage) {
    if (timer == null) {
      return null;
    }
    timer.endEncode();
    long keysStepped = reader.keysStepped();
    long versionsLookedUp = reader.versionsLookedUp();
    ScanTrace trace =
        new ScanTrace(
            keysStepped - keysSteppedStart,
            versionsLookedUp - versionsLookedUpStart,
            usage.scannedBytes(),
            rowsRefused,
            timer.cursorNanos(),
            timer.filterNanos(),
            timer.encodeNanos());
    keysSteppedStart = keysStepped;
    versionsLookedUpStart = versionsLookedUp;
    return trace;
  }

  /** End of a page before its encoded size is known. */
  private record PageTail(ScanUsage withoutSize, List<KeySpan> resume, @Nullable ScanTrace trace) {
    ScanUsage usage(long encodedBytes) {
      return new ScanUsage(
          withoutSize.rows(), withoutSize.keyValues(), encodedBytes, withoutSize.scannedBytes());
    }
  }
}
