package dev.colonnade.engine.write;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.type.schema.TableSchema;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Change of one row in a {@link RowBatch}. */
public sealed interface BatchRowChange {
  /** Returns the row key, without a family byte. */
  Key rowKey();

  /** Returns the precondition on the row. */
  Condition condition();

  /**
   * Write of the whole row.
   *
   * @param familyValues by the index of the family; null where the row has no value for it
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Put(Key rowKey, byte[] @Nullable [] familyValues, Condition condition)
      implements BatchRowChange {
    /** Returns the values by the id of their family in {@code schema}. */
    Map<Integer, byte[]> valuesByFamily(TableSchema schema) {
      Map<Integer, byte[]> values = new HashMap<>();
      for (int i = 0; i < familyValues.length; i++) {
        byte[] value = familyValues[i];
        if (value != null) {
          values.put(schema.families().get(i).id(), value);
        }
      }
      return values;
    }
  }

  /** Delete of the row, if it exists. */
  record Delete(Key rowKey, Condition condition) implements BatchRowChange {}

  /**
   * Update of some columns of the row, if it exists.
   *
   * @param columnIds the columns
   * @param values of the columns' Java classes, or null
   */
  @SuppressWarnings("ArrayRecordComponent") // passed on, never compared
  record Update(Key rowKey, int[] columnIds, @Nullable Object[] values, Condition condition)
      implements BatchRowChange {}
}
