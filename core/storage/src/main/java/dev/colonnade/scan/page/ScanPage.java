package dev.colonnade.scan.page;

import dev.colonnade.key.KeySpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Page of a scan's result: whole rows, their usage, the stop reason, and the spans at which the
 * scan resumes. A page owns its memory and is closed by its last owner. Closing is idempotent;
 * using a closed page is an error.
 */
public sealed interface ScanPage extends AutoCloseable
    permits ColumnPage, KeyValuePage, VectorPage {
  /** Returns the number of rows; may be 0 in a page that is not the last. */
  int rowCount();

  /** Returns the metadata at the end of the page. */
  PageEnd end();

  /** Returns the same page with another end; it replaces this one, which must not be used again. */
  ScanPage withEnd(PageEnd end);

  @Override
  void close();

  /** Returns the charges of the page. */
  default ScanUsage usage() {
    return end().usage();
  }

  /** Returns the limit that ended the page. */
  default StopReason reason() {
    return end().reason();
  }

  /**
   * Returns the remaining spans of the request, at which the next page resumes; empty after the
   * last page.
   */
  default List<KeySpan> resume() {
    return end().resume();
  }

  /** Returns the trace of the page; null unless the request has the trace option. */
  default @Nullable ScanTrace trace() {
    return end().trace();
  }
}
