package dev.colonnade.sql.expression;

import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Rows of a running subquery. One thread. */
public interface SubqueryRows extends AutoCloseable {
  /** Returns the next rows, at least one; null after the last. */
  @Nullable VectorBatch next();

  @Override
  void close();
}
