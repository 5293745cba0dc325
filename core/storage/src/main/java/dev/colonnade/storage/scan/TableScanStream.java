package dev.colonnade.storage.scan;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.storage.lifecycle.OperationGate;
import org.jspecify.annotations.Nullable;

/**
 * Scan of a table that checks after every page whether the table still exists. It counts as a
 * running operation until it is closed.
 */
final class TableScanStream implements PageStream {
  private final Table table;
  private final PageStream stream;
  private final OperationGate gate;
  private boolean closed;

  TableScanStream(Table table, PageStream stream, OperationGate gate) {
    this.table = table;
    this.stream = stream;
    this.gate = gate;
  }

  @Override
  public PageFormat format() {
    return stream.format();
  }

  @Override
  public BatchSchema schema() {
    return stream.schema();
  }

  @Override
  public @Nullable ScanPage next() {
    try {
      ScanPage page = stream.next();
      return page == null ? null : requireLive(table, page);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public void pause() {
    stream.pause();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        stream.close();
      } finally {
        gate.exit();
      }
    }
  }

  /**
   * Returns the page, unless the table was dropped while it was read; then closes it and throws.
   */
  public static ScanPage requireLive(Table table, ScanPage page) {
    try {
      table.requireLive();
      return page;
    } catch (RuntimeException e) {
      page.close();
      throw e;
    }
  }
}
