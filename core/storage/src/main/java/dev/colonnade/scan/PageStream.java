package dev.colonnade.scan;

import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.PageFormat;
import org.jspecify.annotations.Nullable;

/**
 * Stream of the pages of a scan, which are produced on demand. It has at least one page; the last
 * page has no resume spans, or the stop reason {@code ROW_LIMIT}.
 *
 * <p>Not thread-safe. {@link #next} may read the disk and wait for other threads, so it must not be
 * called on an event loop. Pages may outlive the stream. After an error the stream is closed.
 */
public interface PageStream extends AutoCloseable {
  /**
   * Returns the format of the pages, never AUTO. In the format VECTORS, pages are {@code
   * VectorPage}s, or {@code ColumnPage}s whose batches are in storage width.
   */
  PageFormat format();

  /** Returns the schema of the pages, for pages of columns. */
  BatchSchema schema();

  /** Returns the next page, which the caller closes; null after the last. */
  @Nullable ScanPage next();

  /**
   * Releases the stream's cursors between two pages, for a reader that does not need the next page
   * for some time, such as one whose client has granted no credit (backpressure). The read
   * timestamp stays pinned, and the next page continues at the resume key.
   */
  void pause();

  /** Ends the scan and frees its resources. Idempotent. */
  @Override
  void close();
}
