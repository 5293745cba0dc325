package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.column.ColumnBatch;
import dev.colonnade.scan.memory.RequestMemory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;

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

  /**
   * The rows as vectors out of {@code allocator}, without a copy: they share the page's memory and
   * keep it alive. The request's own memory is held until the page is closed, so close the root
   * first if its allocator is the request's.
   */
  public VectorSchemaRoot toVectors(BufferAllocator allocator) {
    VectorSchemaRoot root = VectorSchemaRoot.create(batch().schema().arrow(), allocator);
    try (ArrowRecordBatch message = batch.recordBatch()) {
      new VectorLoader(root).load(message);
      return root;
    } catch (RuntimeException e) {
      root.close();
      throw e;
    }
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
