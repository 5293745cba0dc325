package dev.colonnade.mvcc.deletion;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreReader;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Store in which the delete of many rows is one record ({@link DeletedSpan}). All readers see what
 * the single deletes would have written: a tombstone in {@code ROWS} in place of each value, and
 * the value in {@code HISTORY} as a version that the tombstone superseded. So whatever reads
 * versions, counts them or removes them needs no special case.
 *
 * <p><b>Writes.</b> A put over a deleted value also puts its history entry ({@link
 * DeletedSpanBatch}). A delete of the tombstone, by the garbage collector, deletes the value, and
 * its history entry with it. Rows are written by one thread at a time, the leader of the commit
 * pipeline. No value below a tombstone is written later: timestamps ascend, and spans into which
 * older versions are ingested get no deleted span.
 *
 * <p><b>Concurrency.</b> The set of spans is immutable, behind one volatile reference. A span is
 * added after its record was written: until then, readers see the state before the write. A reader
 * that obtains the set before it opens a cursor sees each value or its tombstone; a span is removed
 * from the set when no value of it is left.
 */
public final class DeletedSpanStore extends ForwardingStore {
  private volatile DeletedSpans spans;

  public DeletedSpanStore(Store target) {
    super(target);
    spans = DeletedSpans.read(target);
  }

  /** Reads the spans again, after the records were changed by other means than this store. */
  public synchronized void reload() {
    spans = DeletedSpans.read(target());
  }

  /** Returns the store of the values, which does not know the spans. */
  public Store files() {
    return target();
  }

  /** Returns all spans. */
  public List<DeletedSpan> spans() {
    return spans.all();
  }

  @Override
  public int deletedSpansLeft() {
    return Math.max(0, DeletedSpans.COUNT_MAX - spans.count());
  }

  @Override
  public boolean mayDeleteListed(KeySpan keys, long memoryBytes) {
    return spans.mayAddList(keys, memoryBytes);
  }

  @Override
  public StoreReader asOf(long timestamp) {
    DeletedSpans present = spans; // before the read
    return DeletedSpanReader.of(target(), present, timestamp);
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return asOf(DeletedSpanReader.NEWEST).get(space, key);
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return asOf(DeletedSpanReader.NEWEST).tryGet(space, key);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    return asOf(DeletedSpanReader.NEWEST).multiGet(space, keys);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return asOf(DeletedSpanReader.NEWEST).cursor(space, options);
  }

  @Override
  public Snapshot snapshot() {
    Snapshot snapshot = target().snapshot();
    try {
      return new DeletedSpanSnapshot(snapshot, spans.readAgain(snapshot));
    } catch (RuntimeException | Error e) {
      snapshot.close();
      throw e;
    }
  }

  @Override
  public Batch newBatch() {
    return new DeletedSpanBatch(target().newBatch(), target(), () -> spans);
  }

  @Override
  public void write(Batch batch, Durability durability) {
    SpanChanges changes = changesOf(batch);
    target().write(targetOf(batch), durability);
    written(changes);
  }

  @Override
  public CompletableFuture<Void> writeAsync(Batch batch, Durability durability) {
    SpanChanges changes = changesOf(batch);
    CompletableFuture<Void> written = target().writeAsync(targetOf(batch), durability);
    return changes.isEmpty() ? written : written.thenRun(() -> written(changes));
  }

  private static Batch targetOf(Batch batch) {
    return batch instanceof DeletedSpanBatch own ? own.target() : batch;
  }

  private static SpanChanges changesOf(Batch batch) {
    return batch instanceof DeletedSpanBatch own ? own.changes() : SpanChanges.NONE;
  }

  private synchronized void written(SpanChanges changes) {
    if (changes.isUnknown()) {
      reload();
    } else if (!changes.isEmpty()) {
      spans = changes.applyTo(spans);
    }
  }
}
