package dev.colonnade.sql.vector;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of a running query in columns, computed on request. One thread. */
public interface BatchSource {
  /** Returns the layout of the columns. */
  List<VectorType> types();

  /** Returns the next rows, at least one; null after the last. May wait for the store. */
  @Nullable VectorBatch next();
}
