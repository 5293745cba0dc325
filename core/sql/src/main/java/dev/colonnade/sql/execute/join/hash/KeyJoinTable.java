package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.Arrays;

/** Join table for keys of any number and types. */
final class KeyJoinTable extends ChainedTable {
  private final KeyTable table = new KeyTable();
  private final KeyEncoder probeKeys;
  private final KeyEncoder buildKeys;

  /** First rows of the lists, by number of the key. */
  private int[] firstRows = new int[0];

  KeyJoinTable(JoinSides sides) {
    this(sides, sides.allKeys());
  }

  /** Creates a table for some of the keys of a join. */
  KeyJoinTable(JoinSides sides, int[] keys) {
    this.probeKeys = sides.probeEncoder(keys);
    this.buildKeys = sides.buildEncoder(keys);
  }

  @Override
  void add(VectorBatch batch, int firstRow) {
    reserve(firstRow + batch.rowCount());
    for (int i = 0; i < batch.rowCount(); i++) {
      add(batch, i, firstRow + i);
    }
  }

  /** Adds a row under a number, for which there is space. */
  private void add(VectorBatch batch, int rowOfBatch, int row) {
    if (!buildKeys.encode(batch, rowOfBatch)) {
      link(row, END);
      return;
    }
    int key = table.add(buildKeys);
    if (key >= firstRows.length) {
      int from = firstRows.length;
      firstRows = Arrays.copyOf(firstRows, Math.max(64, from + (from >> 1)));
      Arrays.fill(firstRows, from, firstRows.length, END);
    }
    link(row, firstRows[key]);
    firstRows[key] = row;
  }

  @Override
  long memoryBytes() {
    return chainBytes() + table.memoryBytes() + (long) Integer.BYTES * firstRows.length;
  }

  @Override
  long memoryBytesAfter(int more, long keyBytes) {
    int capacity = capacityFor(rowCount() + more);
    return table.memoryBytesAfter(more, keyBytes) + (long) Integer.BYTES * 2 * capacity;
  }

  @Override
  void findHeads(VectorBatch probe, int[] into) {
    for (int row = 0; row < probe.rowCount(); row++) {
      into[row] = head(probe, row);
    }
  }

  /** Returns the first row that matches a row of the probe side; {@link #END} if there is none. */
  int head(VectorBatch probe, int row) {
    if (!probeKeys.encode(probe, row)) {
      return END;
    }
    int key = table.find(probeKeys);
    return key == KeyTable.NONE ? END : firstRows[key];
  }
}
