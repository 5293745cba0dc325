package dev.colonnade.mvcc.deletion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Snapshot of a store with the deleted spans that it had. */
final class DeletedSpanSnapshot implements Snapshot {
  private final Snapshot snapshot;
  private final StoreReader reader;

  DeletedSpanSnapshot(Snapshot snapshot, DeletedSpans spans) {
    this.snapshot = requireNonNull(snapshot, "snapshot is null");
    reader = DeletedSpanReader.of(snapshot, spans, DeletedSpanReader.NEWEST);
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return reader.get(space, key);
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return reader.tryGet(space, key);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    return reader.multiGet(space, keys);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return reader.cursor(space, options);
  }

  @Override
  public StoreReader asOf(long timestamp) {
    return reader.asOf(timestamp);
  }

  @Override
  public boolean isCurrent() {
    return snapshot.isCurrent();
  }

  @Override
  public void requireCurrent() {
    snapshot.requireCurrent();
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
