package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.memory.RequestMemory;

/** Rows as Arrow columns. */
public final class ColumnPage implements ScanPage {
  private final ColumnBatch batch;
  private final PageMemory memory;
  private final PageEnd end;

  /** A page that takes over {@code batch}, made of {@code requestMemory}. */
  ColumnPage(ColumnBatch batch, RequestMemory requestMemory, PageEnd end) {
    this(batch, new PageMemory(requestMemory, batch), end);
  }

  private ColumnPage(ColumnBatch batch, PageMemory memory, PageEnd end) {
    this.batch = batch;
    this.memory = memory;
    this.end = requireNonNull(end, "end is null");
  }

  /** The buffers; they live as long as the page. */
  public ColumnBatch batch() {
    memory.requireOpen();
    return batch;
  }

  /** The memory of the request that the page is a part of. */
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
