package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Rows that an operator keeps. One thread. */
final class MaterializedRows {
  private final VectorBuilder[] columns;
  private int count;

  MaterializedRows(List<VectorType> types) {
    columns = types.stream().map(VectorBuilder::new).toArray(VectorBuilder[]::new);
  }

  int count() {
    return count;
  }

  void append(VectorBatch batch) {
    for (int row = 0; row < batch.rowCount(); row++) {
      append(batch, row);
    }
  }

  void append(VectorBatch batch, int row) {
    for (int i = 0; i < columns.length; i++) {
      columns[i].append(batch.column(i), row);
    }
    count++;
  }

  /** All rows as one batch. */
  VectorBatch all() {
    return slice(0, count);
  }

  VectorBatch slice(int from, int to) {
    Vector[] vectors = new Vector[columns.length];
    for (int i = 0; i < vectors.length; i++) {
      vectors[i] = columns[i].slice(from, to);
    }
    return new VectorBatch(to - from, vectors);
  }

  long memoryBytes() {
    long bytes = 0;
    for (VectorBuilder column : columns) {
      bytes += column.memoryBytes();
    }
    return bytes;
  }
}
