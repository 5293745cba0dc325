package dev.colonnade.sql.execute.scan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.PageStream;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Pages of a scan as batches of vectors, which do not refer to the memory of the pages.
 * Thread-safe: a lock guards the stream, and pages become vectors outside of it.
 */
final class PageBatches implements AutoCloseable {
  private final PageStream stream;
  private final List<VectorType> types;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by the lock. */
  private boolean isEnded;

  PageBatches(PageStream stream, List<VectorType> types) {
    this.stream = requireNonNull(stream, "stream is null");
    this.types = List.copyOf(types);
  }

  /** Returns the next rows, at least one; null after the last. */
  @Nullable VectorBatch next() {
    for (ScanPage page = nextPage(); page != null; page = nextPage()) {
      try (ScanPage open = page) {
        if (open.rowCount() > 0) {
          return PageVectors.of(open, stream.schema().columns(), types).batch(0, open.rowCount());
        }
      }
    }
    return null;
  }

  private @Nullable ScanPage nextPage() {
    lock.lock();
    try {
      if (isEnded) {
        return null;
      }
      isEnded = true; // after an error, too
      ScanPage page = stream.next();
      isEnded = page == null;
      return page;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      isEnded = true;
      stream.close();
    } finally {
      lock.unlock();
    }
  }
}
