package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** Source of batches: an operator, or a reader of a temporary file. */
@FunctionalInterface
public interface BatchReader {
  /** Returns the next rows, at least one; null after the last. */
  @Nullable VectorBatch next();
}
