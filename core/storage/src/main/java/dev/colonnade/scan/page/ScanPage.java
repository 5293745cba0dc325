package dev.colonnade.scan.page;

import dev.colonnade.key.KeySpan;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a scan's result: whole rows, what they cost, why there are no more of them, and where
 * to go on. A page owns its memory and is closed exactly once, by whoever it was handed to last.
 * Closing it again is harmless; using it after that is an error.
 */
public sealed interface ScanPage extends AutoCloseable permits ColumnPage, KeyValuePage {
  /** Number of rows; may be 0 although more will come. */
  int rowCount();

  /** What it cost, and why it ended. */
  PageEnd end();

  /** The same page with another end; takes the place of this one, which must not be used again. */
  ScanPage withEnd(PageEnd end);

  @Override
  void close();

  /** What the page cost. */
  default ScanUsage usage() {
    return end().usage();
  }

  /** Why it ended. */
  default StopReason reason() {
    return end().reason();
  }

  /** Where to go on: what is left of the request's spans; empty if nothing is. */
  default List<KeySpan> resume() {
    return end().resume();
  }

  /** What was done for it; null unless the request asked for that. */
  default @Nullable ScanTrace trace() {
    return end().trace();
  }
}
