package dev.colonnade.engine.write;

import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.engine.index.IndexEntryChanges;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.storage.row.RowMutations;

/** Translation of row changes and changes of index entries to mutations of keys. */
public final class TableMutations {
  private final RowMutations rows;
  private final Mutations mutations;

  public TableMutations(Table table, Mutations mutations) {
    this.rows = new RowMutations(table, mutations);
    this.mutations = mutations;
  }

  /** Adds a change of a row. */
  public void add(BatchRowChange change) {
    switch (change) {
      case BatchRowChange.Put put -> rows.put(put.rowKey(), put.familyValues(), put.condition());
      case BatchRowChange.Delete delete -> rows.delete(delete.rowKey(), delete.condition());
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
          public void put(IndexEntryWriter.Entry entry, boolean isNew) {
            mutations.putPart(
                entry.key(),
                entry.value(),
                isNew && entry.isUnique() ? Condition.ABSENT : Condition.ANY);
          }
        });
  }
}
