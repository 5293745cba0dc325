package dev.colonnade.scan;

import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.scan.page.ScanPage;
import dev.colonnade.scan.request.ScanFormat;
import org.jspecify.annotations.Nullable;

/**
 * The pages of a scan, produced as they are asked for. There is at least one, and the last says
 * that nothing is left, or that the limit of rows was reached.
 *
 * <p>One thread at a time. Asking for a page may read the disk and wait for other threads, so never
 * do it on an event loop. Pages may outlive the stream. After an error the stream is closed.
 */
public interface ScanStream extends AutoCloseable {
  /** The format of the pages: COL_BATCH or KEY_VALUES, never AUTO. */
  ScanFormat format();

  /** The columns of the pages, if they are columns. */
  BatchSchema schema();

  /** The next page, which is the caller's to close; null after the last. */
  @Nullable ScanPage next();

  /**
   * Lets go of what the stream holds in the store between two pages, if the next one is not wanted
   * for some time. Nothing is lost: the timestamp stays readable, and the next page continues.
   */
  void pause();

  /** Ends the scan and frees what it holds. Closing twice is harmless. */
  @Override
  void close();
}
