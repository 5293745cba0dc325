package dev.colonnade.sql.vector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a running query in columns, as they are asked for. One thread. */
public interface BatchSource {
  /** How the columns lie. */
  List<VectorType> types();

  /** The next rows, at least one; null after the last. Asking may wait for the store. */
  @Nullable VectorBatch next();
}
