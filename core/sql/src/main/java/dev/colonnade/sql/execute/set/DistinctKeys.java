package dev.colonnade.sql.execute.set;

import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.Arrays;
import java.util.List;

/** Table of whole rows, in which NULLs are equal. One thread. */
final class DistinctKeys {
  private final KeyEncoder encoder;
  private final KeyTable table = new KeyTable();

  DistinctKeys(List<VectorType> types) {
    int[] columns = new int[types.size()];
    Arrays.setAll(columns, i -> i);
    boolean[] nullsEqual = new boolean[types.size()];
    Arrays.fill(nullsEqual, true);
    this.encoder = new KeyEncoder(columns, types, nullsEqual);
  }

  /** Encodes a row, which the other methods refer to. */
  void encode(VectorBatch batch, int row) {
    encoder.encode(batch, row);
  }

  /** Returns the number of the row; {@link KeyTable#NONE} if it is not in the table. */
  int find() {
    return table.find(encoder);
  }

  /** Adds the row if it is not in the table; returns its number. */
  int add() {
    return table.add(encoder);
  }

  /** Removes all rows and frees their memory. */
  void clear() {
    table.clear();
  }

  long hash64() {
    return encoder.hash64();
  }

  int count() {
    return table.count();
  }

  /** Returns the bytes that the table may occupy once the row is added. */
  long memoryBytesWithRow() {
    return table.memoryBytesAfter(1, encoder.length());
  }

  long memoryBytes() {
    return table.memoryBytes();
  }
}
