package dev.colonnade.store;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Reader of a {@link MemoryStore}, on its newest state or on a snapshot. */
final class MemoryStoreReader implements Snapshot {
  private final MemoryStore store;
  private final LongSupplier sequence;
  private final Runnable onClose;
  private final AtomicBoolean closed = new AtomicBoolean();

  MemoryStoreReader(MemoryStore store, LongSupplier sequence, Runnable onClose) {
    this.store = store;
    this.sequence = sequence;
    this.onClose = onClose;
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    requireOpen();
    store.faults().beforeRead();
    MemoryVersion newest = store.versions(space).get(key);
    byte[] value = newest == null ? null : newest.valueAt(sequence.getAsLong());
    return value == null ? null : value.clone();
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    requireOpen();
    if (store.isCold()) {
      return CachedValue.NotCached.NOT_CACHED;
    }
    byte[] value = get(space, key);
    return value == null ? CachedValue.Absent.ABSENT : new CachedValue.Found(value);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    List<byte @Nullable []> values = new ArrayList<>();
    for (Key key : keys) {
      values.add(get(space, key));
    }
    return values;
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    requireOpen();
    store.readerOpened();
    return new MemoryCursor(
        store.versions(space),
        options.bounds(),
        sequence.getAsLong(),
        store.faults(),
        store::readerClosed);
  }

  private void requireOpen() {
    store.requireOpen();
    if (closed.get()) {
      throw new ColonnadeException(ErrorCode.SHUTTING_DOWN, "snapshot is closed");
    }
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      onClose.run();
    }
  }
}
