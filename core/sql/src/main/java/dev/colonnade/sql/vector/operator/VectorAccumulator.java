package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;

/** One aggregate of all groups. One thread. */
public interface VectorAccumulator {
  /**
   * Takes rows in.
   *
   * @param rows the rows of the batch that count
   * @param groups the group of each row of the batch, by the row's number
   * @param groupCount how many groups there are by now
   */
  void add(VectorBatch batch, int[] rows, int rowCount, int[] groups, int groupCount);

  /** The values of the groups from {@code from} up to {@code to}, without that one. */
  Vector values(int from, int to);

  /** About how many bytes of memory it takes. */
  long memoryBytes();
}
