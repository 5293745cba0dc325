package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.VectorBatch;

/** Where the rows of a table are got by keys of it. */
public interface RowLookup {
  /**
   * The rows that those of a batch can be joined to, and perhaps others; columns that are only
   * compared stand last.
   */
  VectorOperator find(VectorBatch batch);

  /** Whether rows are found by their keys; if not, {@link #find} reads the whole table. */
  boolean isByKey();
}
