package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a join that come from one thread's part of the probe side. The last thread also returns
 * the rows of the build side that are returned beside the pairs. One thread.
 */
public interface JoinProbe extends AutoCloseable {
  /** Returns the next rows, also none; null after the last. */
  @Nullable VectorBatch next();

  /** Returns the bytes that it wrote to temporary files. */
  long spilledBytes();

  /** Frees the memory, and deletes the files. Idempotent. */
  @Override
  void close();
}
