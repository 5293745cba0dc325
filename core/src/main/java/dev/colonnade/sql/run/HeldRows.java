package dev.colonnade.sql.run;

import org.jspecify.annotations.Nullable;

/** The rows of a running query, with values as they are held. One thread. */
public interface HeldRows extends AutoCloseable {
  /** The next row; null after the last. */
  @Nullable Object @Nullable [] next();

  @Override
  void close();
}
