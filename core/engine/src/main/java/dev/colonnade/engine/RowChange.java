package dev.colonnade.engine;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.Condition;
import org.jspecify.annotations.Nullable;

/** One change of one row of a {@link RowBatch}. */
sealed interface RowChange {
  /** The row key, without a family byte. */
  Key rowKey();

  /** What must hold of the row. */
  Condition condition();

  /**
   * Writes the whole row.
   *
   * @param familyValues by the index of the family; null where the row has no value for it
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Put(Key rowKey, byte[] @Nullable [] familyValues, Condition condition)
      implements RowChange {}

  /** Removes the row, if it is there. */
  record Delete(Key rowKey, Condition condition) implements RowChange {}

  /**
   * Changes some columns of the row, if it is there.
   *
   * @param columnIds the columns
   * @param values of the columns' Java classes, or null
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Update(Key rowKey, int[] columnIds, @Nullable Object[] values, Condition condition)
      implements RowChange {}
}
