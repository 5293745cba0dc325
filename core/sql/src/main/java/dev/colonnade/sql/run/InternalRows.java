package dev.colonnade.sql.run;

import dev.colonnade.sql.vector.BatchSource;
import org.jspecify.annotations.Nullable;

/** The rows of a running query, with values as they are held. One thread. */
public interface InternalRows extends AutoCloseable {
  /** The next row; null after the last. */
  @Nullable Object @Nullable [] next();

  /** Returns the same rows in columns, for a caller that requests them before the first row. */
  BatchSource batches();

  /**
   * Runs a statement that changes or locks rows to its end; then its rows can be read after the
   * transaction has ended and after a cancellation.
   *
   * @return the number of rows that it changed, or locked and returned
   */
  long complete();

  @Override
  void close();
}
