package dev.colonnade.scan;

import dev.colonnade.mvcc.ReadView;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.PageFormat;
import org.jspecify.annotations.Nullable;

/** Sequential scan: produces every page on the thread that calls {@link #next}. */
final class SequentialPageStream implements PageStream {
  private final CompiledScan scan;
  private final ReadView view;
  private final RequestMemory memory;
  private final ScanPartition partition;
  private long rowsLeft;
  private boolean ended;
  private boolean closed;

  /** Creates the stream, which becomes the owner of the view and of a reference to the memory. */
  SequentialPageStream(ScanContext context) {
    this.scan = context.scan();
    this.view = context.view();
    this.memory = context.memory();
    this.partition = new ScanPartition(context, scan.request().spans());
    this.rowsLeft = scan.rowsMax();
  }

  @Override
  public PageFormat format() {
    return scan.format();
  }

  @Override
  public BatchSchema schema() {
    return scan.batchSchema();
  }

  @Override
  public @Nullable ScanPage next() {
    if (ended) {
      return null;
    }
    if (closed) {
      throw new IllegalStateException("stream is closed");
    }
    try {
      ScanPage page = partition.next(rowsLeft);
      rowsLeft -= page.rowCount();
      ended = page.end().isLast() || page.reason() == StopReason.ROW_LIMIT;
      return page;
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  @Override
  public void pause() {
    partition.releaseCursor();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      partition.close();
      view.close();
      memory.release();
    }
  }
}
