package dev.colonnade.mvcc.commit.deletion;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.mutation.SpanDelete;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.util.function.Consumer;

/** Reader of the keys that a {@link SpanDelete} deletes. Nothing is written meanwhile. */
public record SpanDeletion(SpanDelete delete, Store store, int keysMax) {
  /**
   * Passes the keys on, in portions of adjacent ones.
   *
   * @throws ColonnadeException SERIALIZATION_FAILURE if a key has changed
   */
  public void forEach(Consumer<DeletedKeys> visitor) {
    long rowCount = 0;
    for (int index = 0; index < delete.spans().size(); index++) {
      long count = forEach(delete.spans().get(index), visitor);
      rowCount = index == 0 ? count : rowCount;
    }
    if (rowCount != delete.rowCount()) {
      throw new ColonnadeException(
          ErrorCode.INTERNAL,
          "a delete of all rows has read %d of %d rows".formatted(delete.rowCount(), rowCount));
    }
  }

  private long forEach(KeySpan span, Consumer<DeletedKeys> visitor) {
    long count = 0;
    DeletedKeys keys = new DeletedKeys();
    try (Cursor rows = store.cursor(Space.ROWS, CursorOptions.over(span))) {
      for (rows.seekToFirst(); rows.valid(); rows.next()) {
        VersionHeader.requireComplete(rows.valueLength());
        long address = rows.valueAddress();
        if (VersionHeader.timestamp(address) > delete.readTimestamp()) {
          throw new ColonnadeException(
              ErrorCode.SERIALIZATION_FAILURE,
              "row changed since it was read key=%s readTimestamp=%d"
                  .formatted(rows.key(), delete.readTimestamp()));
        }
        if (!VersionHeader.isTombstone(address)) {
          keys.add(rows.key(), rows.valueLength());
          count++;
        }
        if (keys.count() == keysMax) {
          visitor.accept(keys);
          keys = new DeletedKeys();
        }
      }
      rows.checkStatus();
    }
    if (keys.count() > 0) {
      visitor.accept(keys);
    }
    return count;
  }
}
