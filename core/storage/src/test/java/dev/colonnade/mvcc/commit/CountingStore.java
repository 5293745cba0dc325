package dev.colonnade.mvcc.commit;

import dev.colonnade.key.KeySpan;
import dev.colonnade.store.Batch;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.CursorOptions;
import dev.colonnade.store.Durability;
import dev.colonnade.store.ForwardingStore;
import dev.colonnade.store.Space;
import dev.colonnade.store.Store;
import java.lang.foreign.MemorySegment;

/** Test store that counts the cursors over the history and the changes in batches. */
final class CountingStore extends ForwardingStore {
  int historyCursors;
  int rowWrites;
  int historyWrites;

  CountingStore(Store target) {
    super(target);
  }

  @Override
  public Cursor cursor(Space space, CursorOptions options) {
    if (space == Space.HISTORY) {
      historyCursors++;
    }
    return super.cursor(space, options);
  }

  @Override
  public Batch newBatch() {
    return new CountingBatch(target().newBatch());
  }

  @Override
  public void write(Batch batch, Durability durability) {
    super.write(((CountingBatch) batch).target, durability);
  }

  private final class CountingBatch implements Batch {
    private final Batch target;

    CountingBatch(Batch target) {
      this.target = target;
    }

    private void count(Space space) {
      rowWrites += space == Space.ROWS ? 1 : 0;
      historyWrites += space == Space.HISTORY ? 1 : 0;
    }

    @Override
    public void put(Space space, byte[] key, byte[] value) {
      count(space);
      target.put(space, key, value);
    }

    @Override
    public void put(Space space, MemorySegment key, MemorySegment value) {
      count(space);
      target.put(space, key, value);
    }

    @Override
    public void delete(Space space, byte[] key) {
      count(space);
      target.delete(space, key);
    }

    @Override
    public void deleteRange(Space space, KeySpan span) {
      count(space);
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
      target.clear();
    }

    @Override
    public void close() {
      target.close();
    }
  }
}
