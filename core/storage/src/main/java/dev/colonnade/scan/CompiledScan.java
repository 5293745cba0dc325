package dev.colonnade.scan;

import dev.colonnade.key.KeySpan;
import dev.colonnade.range.RangeDescriptor;
import dev.colonnade.range.RangeMap;
import dev.colonnade.scan.cache.CachedScan;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.BatchSizing;
import dev.colonnade.scan.filter.compiled.FilterCompiler;
import dev.colonnade.scan.filter.compiled.RowFilter;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ColumnPageBuilder;
import dev.colonnade.scan.page.KeyValuePageBuilder;
import dev.colonnade.scan.page.PageBuilder;
import dev.colonnade.scan.page.PartitionSpan;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.scan.row.RowView;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compiled scan request: columns resolved, filter compiled, page format chosen. Immutable. */
final class CompiledScan {
  private final ScanRequest request;
  private final ReadColumns columns;
  private final RowFilter filter;
  private final PageFormat format;
  private final BatchSchema batchSchema;
  private final @Nullable CachedScan cached;

  /** Compiles a request. Throws UNKNOWN_COLUMN or TYPE_MISMATCH if it does not fit its table. */
  CompiledScan(ScanRequest request, ColumnCache cache) {
    this.request = request;
    this.columns =
        new ReadColumns(
            request.target().schema(),
            request.selection().projection(),
            request.selection().filteredColumns());
    this.filter = FilterCompiler.compile(request.selection().filter(), columns);
    this.format = PageFormatChoice.of(request, () -> isCached(cache));
    this.batchSchema =
        format == PageFormat.VECTORS
            ? BatchSchema.stored(columns.projected())
            : new BatchSchema(columns.projected());
    this.cached = isForCache(cache) ? cachedScan(cache) : null;
  }

  /** Returns whether the columns are in the cache, judged by the block of the first key. */
  private boolean isCached(ColumnCache cache) {
    return isForCache(cache) && isFirstKeyCached(cache);
  }

  private boolean isFirstKeyCached(ColumnCache cache) {
    return !request.spans().isEmpty()
        && cache.holds(request.spans().getFirst().start(), request.readTimestamp(), columns.all());
  }

  /** Returns whether pages of columns may be read from the cache. */
  private boolean isForCache(ColumnCache cache) {
    ScanOptions options = request.options();
    return (cache.serves(expectedRowsOfSpan())
            || (cache.serves(limits().expectedRows()) && isFirstKeyCached(cache)))
        && (filter.acceptsAll() || !isNarrow() || isFirstKeyCached(cache))
        && !(options.isReverse() && request.target().schema().hasFamilyByte())
        && !options.trace();
  }

  /**
   * Returns the rows to expect in a span; 0 if unknown. Blocks are not loaded for a few rows of
   * each, as for a sample of the rows.
   */
  private long expectedRowsOfSpan() {
    long rows = limits().expectedRows();
    return rows == 0 ? 0 : Math.max(1, rows / Math.max(1, request.spans().size()));
  }

  /**
   * Returns whether the scan is limited to a prefix of the key or to several spans, so that it
   * reads few rows. With a filter, a cursor at that prefix tests those rows faster than whole
   * blocks are loaded; blocks that are cached are read.
   */
  private boolean isNarrow() {
    if (request.spans().size() != 1) {
      return true;
    }
    KeySpan span = request.spans().getFirst();
    return !isWhole() && span.equals(KeySpan.prefix(span.start()));
  }

  /** Returns whether the scan reads all rows of its table or index. */
  boolean isWhole() {
    List<KeySpan> spans = request.spans();
    return spans.size() == 1 && spans.getFirst().equals(request.target().span());
  }

  private @Nullable CachedScan cachedScan(ColumnCache cache) {
    // A client that limits scanned bytes does not expect a whole block to be read for it.
    boolean mayRead = limits().page().scannedBytes() == PageLimits.NONE;
    boolean mayLoad = mayRead && (filter.acceptsAll() || !isNarrow());
    boolean isLimited = !mayRead || limits().allowEmptyPage();
    if (format == PageFormat.KEY_VALUES || (format == PageFormat.VECTORS && isLimited)) {
      return null; // pages of vectors are not limited in bytes
    }
    return new CachedScan(
        cache,
        request.target(),
        columns.allProjected(),
        batchSchema,
        new CachedScan.Terms(
            cache.beginScan(), mayLoad, limits().expectedRows(), request.options().isReverse()));
  }

  ScanRequest request() {
    return request;
  }

  ScanLimits limits() {
    return request.limits();
  }

  /** Returns what a partition scans, for its trace. */
  PartitionSpan.Subject subject(List<KeySpan> partition, RangeMap ranges) {
    List<RangeDescriptor> scanned = new ArrayList<>();
    for (KeySpan span : partition) {
      scanned.addAll(ranges.overlapping(span));
    }
    return new PartitionSpan.Subject(
        request.target().format().tableId(),
        request.target().indexId(),
        scanned.isEmpty() ? 0 : scanned.getFirst().id(),
        (int) scanned.stream().distinct().count());
  }

  /** Returns the most rows that the scan may return; {@link Long#MAX_VALUE} without a limit. */
  long rowsMax() {
    long limit = limits().rowLimit();
    return limit == 0 ? Long.MAX_VALUE : limit;
  }

  ReadColumns columns() {
    return columns;
  }

  RowFilter filter() {
    return filter;
  }

  /** Returns COL_BATCH or KEY_VALUES. */
  PageFormat format() {
    return format;
  }

  BatchSchema batchSchema() {
    return batchSchema;
  }

  /** Returns the scan's use of the column cache; null if it does not use the cache. */
  @Nullable CachedScan cached() {
    return cached;
  }

  /** Returns a new row view, for one reader. */
  RowView newRowView() {
    return new RowView(request.target().format(), columns);
  }

  /** Returns a new builder of pages in the scan's format. */
  PageBuilder newPageBuilder(RequestMemory memory) {
    long expectedRows = limits().expectedRows();
    long budgetBytes = limits().page().encodedBytesInForce();
    return switch (format) {
      case KEY_VALUES -> new KeyValuePageBuilder(memory, expectedRows, budgetBytes);
      case COL_BATCH, VECTORS -> {
        BatchSizing sizing = new BatchSizing(batchSchema, expectedRows, budgetBytes);
        yield new ColumnPageBuilder(columns, batchSchema, sizing, memory);
      }
      case AUTO -> throw new AssertionError("the format has been chosen");
    };
  }
}
