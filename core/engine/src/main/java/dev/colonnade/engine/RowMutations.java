package dev.colonnade.engine;

import dev.colonnade.catalog.Table;
import dev.colonnade.catalog.rule.EntryWriter;
import dev.colonnade.engine.index.EntryChanges;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.Condition;
import dev.colonnade.mvcc.commit.Mutations;
import dev.colonnade.type.Family;
import dev.colonnade.type.row.KeyCodec;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translation of row changes to mutations of keys.
 *
 * <p>Every change of a row writes the key of its first family, whatever columns it changes: the version of that key is the version of the row, and a condition on it is a condition on the row.
 */
final class RowMutations {
  private final KeyCodec keys;
  private final List<Family> families;
  private final Mutations mutations;

  RowMutations(Table table, Mutations mutations) {
    this.keys = table.format().keyCodec();
    this.families = table.schema().families();
    this.mutations = mutations;
  }

  /** Adds a change of a row. */
  void add(RowChange change) {
    switch (change) {
      case RowChange.Put put -> add(put);
      case RowChange.Delete delete -> add(delete);
      case RowChange.Update update ->
          throw new IllegalStateException("update is not resolved: key=" + update.rowKey());
    }
  }

  /** Adds changes of index entries. */
  void add(EntryChanges entries) {
    entries.writeTo(
        new EntryChanges.Sink() {
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

  private void add(RowChange.Put put) {
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

  private void add(RowChange.Delete delete) {
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
