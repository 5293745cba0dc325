package dev.colonnade.sql.execute.join;

import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.vector.VectorBatch;

/** Source of rows of a table by key, for lookup joins. One thread. */
public interface RowLookup {
  /**
   * Returns a source of the rows that those of a batch may be joined to, and perhaps of others. The
   * caller closes it.
   *
   * @param keyColumns columns of the batch with the values of the keys; a row with NULL in one of
   *     them is joined to no row
   */
  Operator find(VectorBatch batch, int[] keyColumns);
}
