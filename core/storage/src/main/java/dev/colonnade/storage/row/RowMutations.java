package dev.colonnade.storage.row;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.schema.ColumnFamily;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translation of changes of rows to mutations of keys.
 *
 * <p>Every change of a row writes the key of its first family, whatever columns it changes: the
 * version of that key is the version of the row, and a condition on it is a condition on the row.
 */
public final class RowMutations {
  private final KeyCodec keys;
  private final List<ColumnFamily> families;
  private final Mutations mutations;

  /** Translation of rows of a table, which adds to mutations. */
  public RowMutations(Table table, Mutations mutations) {
    this.keys = table.format().keyCodec();
    this.families = table.schema().families();
    this.mutations = mutations;
  }

  /**
   * Adds a write of a whole row.
   *
   * @param rowKey without a family byte
   * @param familyValues by the index of the family; null where the row has no value for it
   */
  public void put(Key rowKey, byte[] @Nullable [] familyValues, Condition condition) {
    for (int i = 0; i < familyValues.length; i++) {
      Key key = keys.familyKey(rowKey, families.get(i).id());
      byte[] value = familyValues[i];
      if (i == 0) {
        mutations.put(key, requireFirst(value), condition);
      } else if (value == null) {
        mutations.deletePart(key);
      } else {
        mutations.putPart(key, value);
      }
    }
  }

  /** Adds a delete of a row, if it exists. */
  public void delete(Key rowKey, Condition condition) {
    for (int i = 0; i < families.size(); i++) {
      Key key = keys.familyKey(rowKey, families.get(i).id());
      if (i == 0) {
        mutations.delete(key, condition);
      } else {
        mutations.deletePart(key);
      }
    }
  }

  private static byte[] requireFirst(byte @Nullable [] value) {
    if (value == null) {
      throw new IllegalStateException("a row has a value for its first family");
    }
    return value;
  }
}
