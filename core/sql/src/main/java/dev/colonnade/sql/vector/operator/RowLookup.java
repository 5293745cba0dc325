package dev.colonnade.sql.vector.operator;

import dev.colonnade.sql.vector.VectorBatch;

/** Source of rows of a table by key. */
public interface RowLookup {
  /**
   * The rows that those of a batch can be joined to, and perhaps others; columns that are only
   * compared stand last.
   */
  VectorOperator find(VectorBatch batch);

  /** Returns whether rows are found by their keys; if not, {@link #find} reads the whole table. */
  boolean isByKey();
}
