package dev.colonnade.mvcc.deletion;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.AscendingRowReader;
import dev.colonnade.mvcc.HistoryLayout;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Batch that writes the history entry of a deleted value which a put replaces. The writer of the
 * batch must be the only one that writes rows: the value may not change until the batch is written.
 */
final class DeletedSpanBatch implements Batch {
  /** Number of values that are read by gets before a reader of adjacent rows is opened. */
  private static final int PLAIN_READS = 16;

  private final Batch target;
  private final StoreReader store;
  private final Supplier<DeletedSpans> spans;

  private SpanChanges changes = new SpanChanges();

  private int readCount;
  private @Nullable AscendingRowReader reader;

  DeletedSpanBatch(Batch target, StoreReader store, Supplier<DeletedSpans> spans) {
    this.target = requireNonNull(target, "target is null");
    this.store = requireNonNull(store, "store is null");
    this.spans = requireNonNull(spans, "spans is null");
  }

  /** Returns the batch that the store of the values writes. */
  Batch target() {
    return target;
  }

  /** Returns the changes of the records of spans; later changes of the batch do not alter it. */
  SpanChanges changes() {
    return changes.copy();
  }

  @Override
  public void put(Space space, byte[] key, byte[] value) {
    note(space, key, value);
    target.put(space, key, value);
  }

  @Override
  public void put(Space space, MemorySegment key, MemorySegment value) {
    if (space == Space.META || !spans.get().isEmpty()) {
      note(space, key.toArray(ValueLayout.JAVA_BYTE), value.toArray(ValueLayout.JAVA_BYTE));
    }
    target.put(space, key, value);
  }

  private void note(Space space, byte[] key, byte[] value) {
    switch (space) {
      case META -> changes.put(Key.wrap(key), value);
      case ROWS -> putSuperseded(key);
      case HISTORY -> {}
    }
  }

  /** Puts the history entry of a value in a deleted span. */
  private void putSuperseded(byte[] key) {
    DeletedSpans present = spans.get();
    if (present.isEmpty() || !present.isDeleted(key)) {
      return;
    }
    Key rowKey = Key.wrap(key);
    byte[] value = read(rowKey);
    long deletedAt = value == null ? DeletedSpans.NEVER : present.deletedAt(rowKey, value);
    if (value != null && deletedAt != DeletedSpans.NEVER) {
      byte[] entry = HistoryLayout.value(value);
      HistoryLayout.setSuperseded(entry, deletedAt, true);
      target.put(Space.HISTORY, HistoryLayout.key(rowKey, VersionHeader.timestamp(value)), entry);
    }
  }

  private byte @Nullable [] read(Key key) {
    if (readCount < PLAIN_READS) {
      readCount++;
      return store.get(Space.ROWS, key);
    }
    AscendingRowReader opened = reader;
    if (opened == null) {
      opened = new AscendingRowReader(store, KeySpan.ALL, Integer.MAX_VALUE);
      reader = opened;
    }
    return opened.read(List.of(key)).getFirst();
  }

  @Override
  public void delete(Space space, byte[] key) {
    if (space == Space.META) {
      changes.delete(Key.wrap(key));
    }
    target.delete(space, key);
  }

  @Override
  public void deleteRange(Space space, KeySpan span) {
    if (space == Space.META) {
      changes.deleteAll();
    }
    target.deleteRange(space, span);
  }

  @Override
  public void reserve(int moreCount, long moreBytes) {
    target.reserve(moreCount, moreBytes);
  }

  @Override
  public long byteSize() {
    return target.byteSize();
  }

  @Override
  public int count() {
    return target.count();
  }

  @Override
  public void clear() {
    closeReader();
    changes = new SpanChanges();
    target.clear();
  }

  private void closeReader() {
    readCount = 0;
    if (reader != null) {
      reader.close();
      reader = null;
    }
  }

  @Override
  public void close() {
    closeReader();
    target.close();
  }
}
