package dev.colonnade.catalog;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.ExclusiveCommand;
import dev.colonnade.mvcc.commit.extension.ExclusiveContext;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.store.Batch;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Catalog context and store over {@code META} records in memory, with fault injection for the next
 * write.
 */
final class FakeCatalogContext implements CatalogContext, StoreReader {
  final NavigableMap<Key, byte[]> records = new TreeMap<>();
  final List<KeySpan> split = new ArrayList<>();
  final List<KeySpan> cleared = new ArrayList<>();
  private final ReentrantLock changes = new ReentrantLock();
  boolean failNextWrite;

  /** Assertions that run during a write. */
  Runnable duringWrite = () -> {};

  /** Assertions that run while a span is being cleared. */
  Runnable duringClear = () -> {};

  @Override
  public Lease lock(List<CatalogLock> locks) {
    changes.lock();
    return changes::unlock;
  }

  @Override
  public synchronized <T> T exclusive(ExclusiveCommand<T> command) {
    FakeContext context = new FakeContext();
    try {
      T result = command.run(context);
      duringWrite.run();
      if (failNextWrite) {
        failNextWrite = false;
        throw new ColonnadeException(ErrorCode.DISK_FULL, "no space is left: injected by the test");
      }
      context.batch.changes.forEach(Runnable::run);
      context.onApplied.forEach(Runnable::run);
      return result;
    } catch (ColonnadeException e) {
      context.onDiscarded.forEach(Runnable::run);
      throw e;
    }
  }

  @Override
  public void splitAround(KeySpan span) {
    split.add(span);
  }

  @Override
  public <T> T clear(KeySpan span, ExclusiveCommand<T> command) {
    return exclusive(
        context -> {
          duringClear.run();
          context.onApplied(() -> cleared.add(span));
          return command.run(context);
        });
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return records.get(key);
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return CachedValue.NotCached.NOT_CACHED;
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    throw new UnsupportedOperationException("the catalog does not use multiGet");
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return new RecordCursor(
        records
            .subMap(options.bounds().start(), true, options.bounds().end(), false)
            .entrySet()
            .iterator());
  }

  private static final class RecordCursor implements Cursor {
    private final Iterator<Map.Entry<Key, byte[]>> entries;
    private final Arena arena = Arena.ofConfined();
    private MemorySegment key = MemorySegment.NULL;
    private MemorySegment value = MemorySegment.NULL;
    private boolean valid;

    RecordCursor(Iterator<Map.Entry<Key, byte[]>> entries) {
      this.entries = entries;
    }

    @Override
    public boolean seekToFirst() {
      return next();
    }

    @Override
    public boolean next() {
      valid = entries.hasNext();
      if (valid) {
        Map.Entry<Key, byte[]> entry = entries.next();
        key = arena.allocateFrom(ValueLayout.JAVA_BYTE, entry.getKey().bytes());
        value = arena.allocateFrom(ValueLayout.JAVA_BYTE, entry.getValue());
      }
      return valid;
    }

    @Override
    public boolean seekToLast() {
      throw onlyForward();
    }

    @Override
    public boolean seek(byte[] target, int length) {
      throw onlyForward();
    }

    @Override
    public boolean seek(long targetAddress, int targetLength) {
      throw onlyForward();
    }

    @Override
    public boolean seekForPrev(byte[] target, int length) {
      throw onlyForward();
    }

    @Override
    public boolean seekForPrev(long targetAddress, int targetLength) {
      throw onlyForward();
    }

    @Override
    public boolean prev() {
      throw onlyForward();
    }

    @Override
    public boolean valid() {
      return valid;
    }

    @Override
    public long keyAddress() {
      return key.address();
    }

    @Override
    public int keyLength() {
      return (int) key.byteSize();
    }

    @Override
    public long valueAddress() {
      return value.address();
    }

    @Override
    public int valueLength() {
      return (int) value.byteSize();
    }

    @Override
    public void checkStatus() {}

    @Override
    public void close() {
      arena.close();
    }

    private static UnsupportedOperationException onlyForward() {
      return new UnsupportedOperationException("the catalog iterates forward only");
    }
  }

  private final class FakeContext implements ExclusiveContext {
    final FakeBatch batch = new FakeBatch();
    final List<Runnable> onApplied = new ArrayList<>();
    final List<Runnable> onDiscarded = new ArrayList<>();

    @Override
    public Batch batch() {
      return batch;
    }

    @Override
    public void durability(Durability durability) {}

    @Override
    public long published() {
      return 1;
    }

    @Override
    public long timestamp() {
      return 2;
    }

    @Override
    public boolean isUnchangedSince(Key key, long timestamp) {
      return true;
    }

    @Override
    public boolean isUntouchedSince(long timestamp) {
      return true;
    }

    @Override
    public void touch(Key key) {}

    @Override
    public void touchMeta(Key key) {}

    @Override
    public void touchAll() {}

    @Override
    public void cleared(KeySpan span) {}

    @Override
    public void changed(VersionDelta delta) {}

    @Override
    public void onApplied(Runnable action) {
      onApplied.add(action);
    }

    @Override
    public void onDiscarded(Runnable action) {
      onDiscarded.add(action);
    }
  }

  private final class FakeBatch implements Batch {
    final List<Runnable> changes = new ArrayList<>();

    @Override
    public void put(Space space, byte[] key, byte[] value) {
      changes.add(() -> records.put(Key.of(key), value.clone()));
    }

    @Override
    public void put(Space space, MemorySegment key, MemorySegment value) {
      put(space, key.toArray(ValueLayout.JAVA_BYTE), value.toArray(ValueLayout.JAVA_BYTE));
    }

    @Override
    public void delete(Space space, byte[] key) {
      changes.add(() -> records.remove(Key.of(key)));
    }

    @Override
    public void deleteRange(Space space, KeySpan span) {
      throw new UnsupportedOperationException(
          "the catalog deletes spans with CatalogContext.clear");
    }

    @Override
    public long byteSize() {
      return changes.size();
    }

    @Override
    public int count() {
      return changes.size();
    }

    @Override
    public void clear() {
      changes.clear();
    }

    @Override
    public void close() {}
  }
}
