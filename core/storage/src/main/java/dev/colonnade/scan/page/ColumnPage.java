package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.memory.RequestMemory;

/** Page of rows as Arrow columns: one record batch. */
public final class ColumnPage implements ScanPage {
  private final ColumnBatch batch;
  private final PageMemory memory;
  private final PageEnd end;

  /** Creates a page that owns {@code batch}, which is allocated from {@code requestMemory}. */
  ColumnPage(ColumnBatch batch, RequestMemory requestMemory, PageEnd end) {
    this(batch, new PageMemory(requestMemory, batch), end);
  }

  private ColumnPage(ColumnBatch batch, PageMemory memory, PageEnd end) {
    this.batch = batch;
    this.memory = memory;
    this.end = requireNonNull(end, "end is null");
  }

  /** Returns the record batch, which is valid until the page is closed. */
  public ColumnBatch batch() {
    memory.requireOpen();
    return batch;
  }

  /** Returns the memory of the request that produced the page. */
  public RequestMemory requestMemory() {
    return memory.requestMemory();
  }

  @Override
  public int rowCount() {
    return batch.rowCount();
  }

  @Override
  public PageEnd end() {
    return end;
  }

  @Override
  public ColumnPage withEnd(PageEnd other) {
    return new ColumnPage(batch, memory, other);
  }

  @Override
  public void close() {
    memory.close();
  }
}
