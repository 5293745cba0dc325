package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.execute.filter.ColumnFilter;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a scan as batches of vectors, which do not refer to the memory of the pages. A large
 * page becomes several batches. Thread-safe: a lock guards the stream, and pages become vectors
 * outside of it.
 */
final class PageBatches implements AutoCloseable {
  private final PageStream stream;
  private final List<VectorType> types;
  private final List<ColumnFilter> filters;
  private final ReentrantLock lock = new ReentrantLock();

  /** Page with rows that are not in a batch yet; null if there is none. Guarded by the lock. */
  private @Nullable OpenPage current;

  /** Guarded by the lock. */
  private boolean isEnded;

  /** Creates batches of all rows. */
  PageBatches(PageStream stream, List<VectorType> types) {
    this(stream, types, List.of());
  }

  /** Creates batches of the rows that filters accept. */
  PageBatches(PageStream stream, List<VectorType> types, List<ColumnFilter> filters) {
    this.stream = requireNonNull(stream, "stream is null");
    this.types = List.copyOf(types);
    this.filters = List.copyOf(filters);
  }

  /** Returns the next rows, at least one if there are no filters; null after the last. */
  @Nullable VectorBatch next() {
    Part part = nextPart();
    if (part == null) {
      return null;
    }
    try (part) {
      return part.read(filters);
    }
  }

  private @Nullable Part nextPart() {
    lock.lock();
    try {
      OpenPage page = current == null ? nextPage() : current;
      if (page == null) {
        return null;
      }
      Part part = page.nextPart();
      current = page.hasNext() ? page : null;
      return part;
    } finally {
      lock.unlock();
    }
  }

  private @Nullable OpenPage nextPage() {
    while (!isEnded) {
      isEnded = true; // after an error, too
      ScanPage page = stream.next();
      isEnded = page == null;
      if (page != null && page.rowCount() > 0) {
        return new OpenPage(page, PageVectors.of(page, stream.schema().columns(), types));
      }
      if (page != null) {
        page.close();
      }
    }
    return null;
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isEnded = true;
      if (current != null) {
        current.release();
        current = null;
      }
      stream.close();
    } finally {
      lock.unlock();
    }
  }

  /** Page that is closed once all of its parts are read. */
  private static final class OpenPage {
    private final ScanPage page;
    private final PageVectors vectors;
    private final int partRows;

    /** First row that is not in a part yet. Guarded by the lock of the batches. */
    private int next;

    /** One for the rows that are not in a part yet, and one for each part. */
    private final AtomicInteger references = new AtomicInteger(1);

    OpenPage(ScanPage page, PageVectors vectors) {
      this.page = page;
      this.vectors = vectors;
      this.partRows = vectors.batchRows();
    }

    boolean hasNext() {
      return next < vectors.rowCount();
    }

    Part nextPart() {
      int from = next;
      next = Math.min(vectors.rowCount(), from + partRows);
      if (hasNext()) {
        references.incrementAndGet();
      }
      return new Part(this, from, next);
    }

    void release() {
      if (references.decrementAndGet() == 0) {
        page.close();
      }
    }
  }

  /** Rows of a page that become a batch. */
  private record Part(OpenPage page, int from, int to) implements AutoCloseable {
    VectorBatch read(List<ColumnFilter> filters) {
      return page.vectors.batch(from, to, filters);
    }

    @Override
    public void close() {
      page.release();
    }
  }
}
