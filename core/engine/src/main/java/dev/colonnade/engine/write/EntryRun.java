package dev.colonnade.engine.write;

import dev.colonnade.catalog.index.IndexEntryWriter;
import dev.colonnade.engine.index.IndexEntryChanges;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.buffer.RowWriteBatch;

/** Sink that adds the index entries of new rows to their insert. */
record EntryRun(RowWriteBatch run) implements IndexEntryChanges.Sink {
  @Override
  public void remove(Key key, boolean isUnique) {
    throw new IllegalStateException("an insert removes an index entry: key=" + key);
  }

  @Override
  public void put(IndexEntryWriter.Entry entry, boolean isNew) {
    run.part(entry.key(), entry.value(), entry.isUnique());
  }
}
