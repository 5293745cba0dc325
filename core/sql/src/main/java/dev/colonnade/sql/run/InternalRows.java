package dev.colonnade.sql.run;

import dev.colonnade.sql.vector.BatchSource;
import org.jspecify.annotations.Nullable;

/** The rows of a running query, with values as they are held. One thread. */
public interface InternalRows extends AutoCloseable {
  /** The next row; null after the last. */
  @Nullable Object @Nullable [] next();

  /** Returns the same rows in columns, for a caller that requests them before the first row. */
  BatchSource batches();

  @Override
  void close();
}
