package dev.colonnade.sql.execute.modify.row;

import dev.colonnade.sql.execute.memory.OperatorMemory;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Keys of target rows that a statement has found: the first columns of batches. One thread. */
public final class SeenKeys {
  private final KeyEncoder encoder;
  private final KeyTable table = new KeyTable();
  private final List<VectorType> keyTypes;
  private final OperatorMemory memory;

  public SeenKeys(List<VectorType> keyTypes, OperatorMemory memory) {
    int width = keyTypes.size();
    this.keyTypes = List.copyOf(keyTypes);
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

  /** Adds the key of a row in its internal representation; returns whether it is new. */
  public boolean add(@Nullable Object[] row) {
    Vector[] columns = new Vector[keyTypes.size()];
    for (int i = 0; i < columns.length; i++) {
      VectorBuilder builder = new VectorBuilder(keyTypes.get(i));
      builder.appendHeld(row[i]);
      columns[i] = builder.slice(0, 1);
    }
    return add(new VectorBatch(1, columns), 0);
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
