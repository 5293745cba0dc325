package dev.colonnade.scan;

import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.cache.CachedScan;
import dev.colonnade.scan.cache.ColumnCache;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.BatchSizing;
import dev.colonnade.scan.filter.RowFilter;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ColumnPageBuilder;
import dev.colonnade.scan.page.KeyValuePageBuilder;
import dev.colonnade.scan.page.PageBuilder;
import dev.colonnade.scan.request.PageLimits;
import dev.colonnade.scan.request.ScanFormat;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanOptions;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.scan.row.RowView;
import org.jspecify.annotations.Nullable;

/** A request with its columns found, its filter compiled and its format chosen. Immutable. */
final class CompiledScan {
  private final ScanRequest request;
  private final ReadColumns columns;
  private final RowFilter filter;
  private final ScanFormat format;
  private final BatchSchema batchSchema;
  private final @Nullable CachedScan cached;

  /** UNKNOWN_COLUMN or TYPE_MISMATCH if the request does not fit its table. */
  CompiledScan(ScanRequest request, ColumnCache cache) {
    this.request = request;
    this.columns =
        new ReadColumns(
            request.target().schema(),
            request.selection().projection(),
            request.selection().filteredColumns());
    this.filter = RowFilter.compile(request.selection().filter(), columns);
    this.format = FormatChoice.of(request, () -> isCached(cache));
    this.batchSchema = new BatchSchema(columns.projected());
    this.cached = isForCache(cache) ? cachedScan(cache) : null;
  }

  /** Whether the columns are in the cache, as far as the first key tells. */
  private boolean isCached(ColumnCache cache) {
    return isForCache(cache)
        && !request.spans().isEmpty()
        && cache.holds(request.spans().getFirst().start(), request.readTimestamp(), columns.all());
  }

  /** Whether the pages, if they are columns, may come from the cache. */
  private boolean isForCache(ColumnCache cache) {
    ScanOptions options = request.options();
    return cache.serves(limits().expectedRows())
        && (filter.keepsAll() || !isNarrow())
        && !options.isReverse()
        && !options.trace();
  }

  /**
   * Whether it asks for what some columns of the key are, so that few rows are come by: with a
   * filter, the cursor that stands there decides about them sooner than whole blocks are loaded.
   */
  private boolean isNarrow() {
    if (request.spans().size() != 1) {
      return true;
    }
    KeySpan span = request.spans().getFirst();
    return !span.equals(request.target().span()) && span.equals(KeySpan.prefix(span.start()));
  }

  private @Nullable CachedScan cachedScan(ColumnCache cache) {
    if (format != ScanFormat.COL_BATCH) {
      return null;
    }
    // Who sets a limit to what is scanned does not want more than that to be read.
    boolean mayLoad = limits().page().scannedBytes() == PageLimits.NONE;
    return new CachedScan(
        cache,
        request.target(),
        columns.allProjected(),
        batchSchema,
        new CachedScan.Terms(cache.beginScan(), mayLoad, limits().expectedRows()));
  }

  ScanRequest request() {
    return request;
  }

  ScanLimits limits() {
    return request.limits();
  }

  ReadColumns columns() {
    return columns;
  }

  RowFilter filter() {
    return filter;
  }

  /** COL_BATCH or KEY_VALUES. */
  ScanFormat format() {
    return format;
  }

  BatchSchema batchSchema() {
    return batchSchema;
  }

  /** How to use the cache; null if the scan does without. */
  @Nullable CachedScan cached() {
    return cached;
  }

  /** A view for a reader of its own. */
  RowView newRowView() {
    return new RowView(request.target().format(), columns);
  }

  /** A builder of pages in the scan's format. */
  PageBuilder newPageBuilder(RequestMemory memory) {
    long expectedRows = limits().expectedRows();
    long budgetBytes = limits().page().encodedBytesInForce();
    return switch (format) {
      case KEY_VALUES -> new KeyValuePageBuilder(memory, expectedRows, budgetBytes);
      case COL_BATCH -> {
        BatchSizing sizing = new BatchSizing(batchSchema, expectedRows, budgetBytes);
        yield new ColumnPageBuilder(columns, batchSchema, sizing, memory);
      }
      case AUTO -> throw new AssertionError("the format has been chosen");
    };
  }
}
