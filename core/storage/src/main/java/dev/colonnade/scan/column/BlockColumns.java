package dev.colonnade.scan.column;

import dev.colonnade.type.schema.Column;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a block in one allocation: fixed widths as stored, texts of few values as codes of a
 * {@linkplain TextDictionary dictionary}, and the {@linkplain ValueRange range} of each column.
 * Immutable.
 */
public final class BlockColumns implements AutoCloseable {
  private final Map<Column, ColumnVector> vectors;
  private final @Nullable ArrowBuf memory;

  BlockColumns(Map<Column, ColumnVector> vectors, @Nullable ArrowBuf memory) {
    this.vectors = vectors;
    this.memory = memory;
  }

  /** Returns the vectors of the columns; empty if there are no rows. */
  public Map<Column, ColumnVector> vectors() {
    return vectors;
  }

  /** Returns the allocated bytes. */
  public long bytes() {
    return memory == null ? 0 : memory.capacity();
  }

  /** Frees the memory. To be called once. */
  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }
}
