package dev.colonnade.store.rocks;

import dev.colonnade.key.Key;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Space;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Snapshot of a RocksDB store. Cursors opened on it may outlive it, because they pin the state that
 * they read.
 */
final class RocksSnapshot implements Snapshot {
  private static final long CLOSE_WAIT_NANOS = 60_000_000_000L;

  private final RocksEngine engine;
  private final org.rocksdb.Snapshot snapshot;
  private final UsageGate gate = new UsageGate("snapshot", 1);
  private final AtomicBoolean closed = new AtomicBoolean();
  private final RocksReader reads;

  /** Creates a snapshot of the current state. To be called inside the gate. */
  RocksSnapshot(RocksEngine engine) {
    this.engine = engine;
    engine.readerOpened();
    this.snapshot = engine.database().getSnapshot();
    this.reads = new RocksReader(engine, gate, snapshot);
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return reads.get(space, key);
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return reads.tryGet(space, key);
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    return reads.multiGet(space, keys);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return reads.cursor(space, options);
  }

  @Override
  public void close() {
    if (!closed.compareAndSet(false, true)) {
      return;
    }
    if (!gate.close(CLOSE_WAIT_NANOS)) {
      closed.set(false);
      throw new IllegalStateException("snapshot cannot close, it is being read");
    }
    engine.database().releaseSnapshot(snapshot);
    reads.free();
    engine.readerClosed();
  }
}
