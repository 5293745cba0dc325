package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.VectorBatch;
import org.jspecify.annotations.Nullable;

/** A source of rows in a running query. One thread. */
public interface VectorOperator extends AutoCloseable {
  /** The next rows, at least one; null after the last. */
  @Nullable VectorBatch next();

  /** Frees what is held, of the inputs too. Closing twice is harmless. */
  @Override
  void close();
}
