package dev.colonnade.mvcc.commit.deletion;

import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.SpanDelete;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.function.Consumer;

/**
 * Reader of the keys that a {@link SpanDelete} deletes.
 *
 * @param store store to which nothing else is written meanwhile
 * @param max maximum size of a portion of keys
 */
public record SpanDeletion(SpanDelete delete, Store store, MutationChunks.Size max) {
  /** Passes the keys on, in portions of adjacent ones, each within one span. */
  public void forEach(Consumer<DeletedKeys> visitor) {
    for (KeySpan span : delete.spans()) {
      forEach(span, visitor);
    }
  }

  private void forEach(KeySpan span, Consumer<DeletedKeys> visitor) {
    DeletedKeys keys = new DeletedKeys();
    try (Cursor rows = store.cursor(Space.ROWS, CursorOptions.over(span))) {
      for (rows.seekToFirst(); rows.valid(); rows.next()) {
        VersionHeader.requireComplete(rows.valueLength());
        if (VersionHeader.isTombstone(rows.valueAddress())) {
          continue;
        }
        boolean isFull = max.isExceeded(keys.count() + 1, keys.byteSize() + rows.keyLength());
        if (isFull && keys.count() > 0) {
          visitor.accept(keys);
          keys = new DeletedKeys();
        }
        keys.add(rows.key(), rows.valueLength(), true);
      }
      rows.checkStatus();
    }
    if (keys.count() > 0) {
      visitor.accept(keys);
    }
  }
}
