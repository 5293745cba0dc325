package dev.colonnade.sql.execute.modify.row;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.List;
import java.util.stream.IntStream;

/** Keys of target rows that a statement has found: the first columns of batches. One thread. */
public final class SeenKeys {
  private final KeyEncoder encoder;
  private final KeyTable table = new KeyTable();
  private final OperatorMemory memory;

  public SeenKeys(List<VectorType> keyTypes, OperatorMemory memory) {
    int width = keyTypes.size();
    this.encoder =
        new KeyEncoder(IntStream.range(0, width).toArray(), keyTypes, new boolean[width]);
    this.memory = memory;
  }

  /** Adds the key of a row; returns whether it is new. */
  public boolean add(VectorBatch batch, int row) {
    encoder.encode(batch, row);
    int before = table.count();
    return table.add(encoder) == before;
  }

  /** Returns the rows of a batch whose keys are new. */
  public VectorBatch firstOf(VectorBatch batch) {
    int[] rows = new int[batch.rowCount()];
    int count = 0;
    for (int row = 0; row < rows.length; row++) {
      if (add(batch, row)) {
        rows[count++] = row;
      }
    }
    // The changes of as many rows are in memory anyway: no limit of the query fails them.
    memory.trySet(table.memoryBytes());
    return count == rows.length ? batch : batch.gather(rows, count);
  }
}
