package dev.colonnade.storage.scan;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.PageFormat;
import dev.colonnade.storage.lifecycle.OperationGate;
import org.jspecify.annotations.Nullable;

/**
 * Scan of a table that checks after every page whether the table and the index still exist. It
 * counts as a running operation until it is closed.
 */
final class TableScanStream implements PageStream {
  private final Table table;
  private final int indexId;
  private final PageStream stream;
  private final OperationGate gate;
  private boolean closed;

  TableScanStream(Table table, int indexId, PageStream stream, OperationGate gate) {
    this.table = table;
    this.indexId = indexId;
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
      if (page == null) {
        table.requireLive(indexId); // the rows may have ended too early
        return null;
      }
      return requireLive(table, indexId, page);
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
   * Returns the page, unless the table or the index was dropped while it was read; then closes it
   * and throws.
   */
  static ScanPage requireLive(Table table, int indexId, ScanPage page) {
    try {
      table.requireLive(indexId);
      return page;
    } catch (RuntimeException e) {
      page.close();
      throw e;
    }
  }
}
