package dev.colonnade.scan;

import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.column.BatchSizing;
import dev.colonnade.scan.filter.RowFilter;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ColumnPageBuilder;
import dev.colonnade.scan.page.KeyValuePageBuilder;
import dev.colonnade.scan.page.PageBuilder;
import dev.colonnade.scan.request.ScanFormat;
import dev.colonnade.scan.request.ScanLimits;
import dev.colonnade.scan.request.ScanRequest;
import dev.colonnade.scan.row.ReadColumns;
import dev.colonnade.scan.row.RowView;

/** A request with its columns found, its filter compiled and its format chosen. Immutable. */
final class CompiledScan {
  private final ScanRequest request;
  private final ReadColumns columns;
  private final RowFilter filter;
  private final ScanFormat format;
  private final BatchSchema batchSchema;

  /** UNKNOWN_COLUMN or TYPE_MISMATCH if the request does not fit its table. */
  CompiledScan(ScanRequest request) {
    this.request = request;
    this.columns =
        new ReadColumns(
            request.target().schema(),
            request.selection().projection(),
            request.selection().filteredColumns());
    this.filter = RowFilter.compile(request.selection().filter(), columns);
    this.format = FormatChoice.of(request);
    this.batchSchema = new BatchSchema(columns.projected());
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
