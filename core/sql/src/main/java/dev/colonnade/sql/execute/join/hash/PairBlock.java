package dev.colonnade.sql.execute.join.hash;

import dev.colonnade.sql.vector.VectorBatch;

/** Row numbers of pairs, up to the size of a batch. */
final class PairBlock {
  private final int[] probeRows = new int[VectorBatch.ROWS];
  private final int[] buildRows = new int[VectorBatch.ROWS];
  private int count;

  void clear() {
    count = 0;
  }

  boolean isFull() {
    return count == VectorBatch.ROWS;
  }

  void add(int probeRow, int buildRow) {
    probeRows[count] = probeRow;
    buildRows[count++] = buildRow;
  }

  int count() {
    return count;
  }

  int[] probeRows() {
    return probeRows;
  }

  int[] buildRows() {
    return buildRows;
  }
}
