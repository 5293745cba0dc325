package dev.colonnade.engine.write;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.EntryWriter;
import dev.colonnade.engine.index.IndexEntryChanges;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.schema.ColumnFamily;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translation of row changes to mutations of keys.
 *
 * <p>Every change of a row writes the key of its first family, whatever columns it changes: the version of that key is the version of the row, and a condition on it is a condition on the row.
 */
public final class RowMutations {
  private final KeyCodec keys;
  private final List<ColumnFamily> families;
  private final Mutations mutations;

  public RowMutations(Table table, Mutations mutations) {
    this.keys = table.format().keyCodec();
    this.families = table.schema().families();
    this.mutations = mutations;
  }

  /** Adds a change of a row. */
  public void add(BatchRowChange change) {
    switch (change) {
      case BatchRowChange.Put put -> add(put);
      case BatchRowChange.Delete delete -> add(delete);
      case BatchRowChange.Update update ->
          throw new IllegalStateException("update is not resolved: key=" + update.rowKey());
    }
  }

  /** Adds changes of index entries. */
  public void add(IndexEntryChanges entries) {
    entries.writeTo(
        new IndexEntryChanges.Sink() {
          @Override
          public void remove(Key key, boolean isUnique) {
            mutations.deletePart(key);
          }

          @Override
          public void put(EntryWriter.Entry entry, boolean isNew) {
            mutations.putPart(
                entry.key(),
                entry.value(),
                isNew && entry.isUnique() ? Condition.ABSENT : Condition.ANY);
          }
        });
  }

  private void add(BatchRowChange.Put put) {
    byte[] @Nullable [] values = put.familyValues();
    for (int i = 0; i < values.length; i++) {
      Key key = keys.familyKey(put.rowKey(), families.get(i).id());
      byte[] value = values[i];
      if (i == 0) {
        mutations.put(key, requireFirst(value), put.condition());
      } else if (value == null) {
        mutations.deletePart(key);
      } else {
        mutations.putPart(key, value);
      }
    }
  }

  private void add(BatchRowChange.Delete delete) {
    for (int i = 0; i < families.size(); i++) {
      Key key = keys.familyKey(delete.rowKey(), families.get(i).id());
      if (i == 0) {
        mutations.delete(key, delete.condition());
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
