package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.vector.VectorBatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the batches of one temporary file. */
public final class SpillReader {
  private final List<VectorBatch> batches;
  private int at;

  SpillReader(List<VectorBatch> batches) {
    this.batches = batches;
  }

  /** Returns the next rows, at least one; null after the last. */
  public @Nullable VectorBatch next() {
    return at < batches.size() ? batches.get(at++) : null;
  }
}
