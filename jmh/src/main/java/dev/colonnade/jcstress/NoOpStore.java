package dev.colonnade.jcstress;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.CachedValue;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.Snapshot;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import dev.colonnade.store.StoreIdentity;
import dev.colonnade.store.StoreStatistics;
import dev.colonnade.store.TableFileWriter;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** No-op store that discards all writes, so that a test stresses only the layers above it. */
public final class NoOpStore implements Store {
  @Override
  public StoreIdentity identity() {
    return new StoreIdentity(new UUID(0, 0), 1);
  }

  @Override
  public byte @Nullable [] get(Space space, Key key) {
    return null;
  }

  @Override
  public CachedValue tryGet(Space space, Key key) {
    return CachedValue.Absent.ABSENT;
  }

  @Override
  public List<byte @Nullable []> multiGet(Space space, List<Key> keys) {
    return Collections.<byte @Nullable []>nCopies(keys.size(), null);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    return new VoidCursor();
  }

  @Override
  public Snapshot snapshot() {
    throw new UnsupportedOperationException("no-op store has no snapshots");
  }

  @Override
  public Batch newBatch() {
    return new VoidBatch();
  }

  @Override
  public void write(Batch batch, Durability durability) {}

  @Override
  public void sync() {}

  @Override
  public long approximateBytes(Space space, KeySpan span) {
    return 0;
  }

  @Override
  public TableFileWriter newTableFile(Space space) {
    throw new UnsupportedOperationException("no-op store has no files");
  }

  @Override
  public void ingest(List<TableFileWriter> files) {
    throw new UnsupportedOperationException("no-op store has no files");
  }

  @Override
  public void flush() {}

  @Override
  public void checkpoint(Path folder) {}

  @Override
  public void compact(Space space, KeySpan span) {}

  @Override
  public StoreStatistics statistics() {
    throw new UnsupportedOperationException("no-op store has no statistics");
  }

  @Override
  public void close() {}

  /** Batch that counts its changes. */
  private static final class VoidBatch implements Batch {
    private int count;

    @Override
    public void put(Space space, byte[] key, byte[] value) {
      count++;
    }

    @Override
    public void put(Space space, MemorySegment key, MemorySegment value) {
      count++;
    }

    @Override
    public void delete(Space space, byte[] key) {
      count++;
    }

    @Override
    public void deleteRange(Space space, KeySpan span) {
      count++;
    }

    @Override
    public long byteSize() {
      return count;
    }

    @Override
    public int count() {
      return count;
    }

    @Override
    public void clear() {
      count = 0;
    }

    @Override
    public void close() {}
  }

  /** Cursor over no rows. */
  private static final class VoidCursor implements Cursor {
    @Override
    public boolean seekToFirst() {
      return false;
    }

    @Override
    public boolean seekToLast() {
      return false;
    }

    @Override
    public boolean seek(byte[] target, int length) {
      return false;
    }

    @Override
    public boolean seek(long targetAddress, int targetLength) {
      return false;
    }

    @Override
    public boolean seekForPrev(byte[] target, int length) {
      return false;
    }

    @Override
    public boolean seekForPrev(long targetAddress, int targetLength) {
      return false;
    }

    @Override
    public boolean next() {
      throw notPositioned();
    }

    @Override
    public boolean prev() {
      throw notPositioned();
    }

    @Override
    public boolean valid() {
      return false;
    }

    @Override
    public long keyAddress() {
      throw notPositioned();
    }

    @Override
    public int keyLength() {
      throw notPositioned();
    }

    @Override
    public long valueAddress() {
      throw notPositioned();
    }

    @Override
    public int valueLength() {
      throw notPositioned();
    }

    @Override
    public void checkStatus() {}

    @Override
    public void close() {}

    private static IllegalStateException notPositioned() {
      return new IllegalStateException("cursor is not positioned");
    }
  }
}
