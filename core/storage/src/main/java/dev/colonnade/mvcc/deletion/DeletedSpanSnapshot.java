package dev.colonnade.mvcc.deletion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Space;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Snapshot of a store with the deleted spans that it had. */
final class DeletedSpanSnapshot implements Snapshot {
  private final Snapshot snapshot;
  private final DeletedSpans spans;

  DeletedSpanSnapshot(Snapshot snapshot) {
    this.snapshot = requireNonNull(snapshot, "snapshot is null");
    spans = DeletedSpans.read(snapshot);
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return DeletedSpanReads.get(snapshot, spans, space, key);
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return DeletedSpanReads.tryGet(snapshot, spans, space, key);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    return DeletedSpanReads.multiGet(snapshot, spans, space, keys);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return DeletedSpanReads.cursor(snapshot, spans, space, options);
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
