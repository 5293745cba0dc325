package dev.colonnade.scan;

import dev.colonnade.mvcc.ReadView;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.page.StopReason;
import dev.colonnade.scan.request.ScanFormat;
import org.jspecify.annotations.Nullable;

/** Produces every page on the thread that asks for it. */
final class SequentialStream implements ScanStream {
  private final CompiledScan scan;
  private final ReadView view;
  private final RequestMemory memory;
  private final ScanPiece piece;
  private long rowsLeft;
  private boolean ended;
  private boolean closed;

  /** Takes over the view and a hold on the memory. */
  SequentialStream(ScanPiece.Context context) {
    this.scan = context.scan();
    this.view = context.view();
    this.memory = context.memory();
    this.piece = new ScanPiece(context, scan.request().spans());
    this.rowsLeft = RowQuota.of(scan);
  }

  @Override
  public ScanFormat format() {
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
      ScanPage page = piece.next(rowsLeft);
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
    piece.releaseCursor();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      piece.close();
      view.close();
      memory.release();
    }
  }
}
