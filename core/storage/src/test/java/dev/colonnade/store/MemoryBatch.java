package dev.colonnade.store;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

/** Batch as a list of changes. */
final class MemoryBatch implements Batch {
  private static final int HEADER_BYTES = 12;
  private static final int CHANGE_BYTES = 4;

  private final List<Change> changes = new ArrayList<>();
  private long byteSize = HEADER_BYTES;

  /** Single change of a batch. */
  sealed interface Change {
    Space space();
  }

  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  record Put(Space space, Key key, byte[] value) implements Change {}

  record Delete(Space space, Key key) implements Change {}

  record DeleteRange(Space space, KeySpan span) implements Change {}

  List<Change> changes() {
    return List.copyOf(changes);
  }

  MemoryBatch copy() {
    MemoryBatch copy = new MemoryBatch();
    copy.changes.addAll(changes);
    copy.byteSize = byteSize;
    return copy;
  }

  @Override
  public void put(Space space, byte[] key, byte[] value) {
    charge(key.length, value.length);
    changes.add(new Put(space, Key.of(key), value.clone()));
  }

  @Override
  public void put(Space space, MemorySegment key, MemorySegment value) {
    charge(key.byteSize(), value.byteSize());
    byte[] keyBytes = key.toArray(ValueLayout.JAVA_BYTE);
    changes.add(new Put(space, Key.wrap(keyBytes), value.toArray(ValueLayout.JAVA_BYTE)));
  }

  @Override
  public void delete(Space space, byte[] key) {
    charge(key.length, 0);
    changes.add(new Delete(space, Key.of(key)));
  }

  @Override
  public void deleteRange(Space space, KeySpan span) {
    if (!span.isEmpty()) {
      charge(span.start().length(), span.end().isInfinity() ? 0 : span.end().length());
      changes.add(new DeleteRange(space, span));
    }
  }

  private void charge(long keyBytes, long valueBytes) {
    if (keyBytes > Store.KEY_BYTES_MAX) {
      throw new ColonnadeException(ErrorCode.INVALID_ARGUMENT, "key too long keyBytes=" + keyBytes);
    }
    long needed = byteSize + CHANGE_BYTES + keyBytes + valueBytes;
    if (needed > BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "batch too large batchBytes=" + needed);
    }
    byteSize = needed;
  }

  @Override
  public long byteSize() {
    return byteSize;
  }

  @Override
  public int count() {
    return changes.size();
  }

  @Override
  public void clear() {
    changes.clear();
    byteSize = HEADER_BYTES;
  }

  @Override
  public void close() {
    clear();
  }
}
