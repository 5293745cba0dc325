package dev.colonnade.store.rocks;

import static dev.colonnade.store.rocks.ffi.CursorFrameLayout.ITERATOR_OFFSET;
import static dev.colonnade.store.rocks.ffi.CursorFrameLayout.KEY_LENGTH_OFFSET;
import static dev.colonnade.store.rocks.ffi.CursorFrameLayout.TARGET_BYTES_MAX;
import static dev.colonnade.store.rocks.ffi.CursorFrameLayout.TARGET_OFFSET;
import static dev.colonnade.store.rocks.ffi.CursorFrameLayout.VALUE_LENGTH_OFFSET;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;
import dev.colonnade.store.rocks.ffi.IteratorFunctions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Cursor that calls RocksDB's C functions ({@link IteratorFunctions}) on the iterator of RocksJava.
 * A step is two calls; reading the key and reading the value are one more call each.
 */
final class NativeCursor implements Cursor {
  private final CursorResources parts;
  private final long frame;
  private boolean closed;
  private boolean valid;

  /** Zero until the key at this position is read. */
  private long keyAddress;

  /** Zero until the value at this position is read. */
  private long valueAddress;

  NativeCursor(CursorResources parts) {
    this.parts = parts;
    this.frame = parts.frames().acquire();
    NativeMemory.putLong(frame + ITERATOR_OFFSET, parts.iterator().getNativeHandle());
  }

  @Override
  public boolean seekToFirst() {
    beforeSeek();
    IteratorFunctions.seekToFirst(frame);
    return moved();
  }

  @Override
  public boolean seekToLast() {
    beforeSeek();
    IteratorFunctions.seekToLast(frame);
    return moved();
  }

  @Override
  public boolean seek(byte[] target, int length) {
    return seek(MemorySegment.ofArray(target), length, false);
  }

  @Override
  public boolean seek(long targetAddress, int targetLength) {
    return seek(NativeMemory.segment(targetAddress, targetLength), targetLength, false);
  }

  @Override
  public boolean seekForPrev(byte[] target, int length) {
    return seek(MemorySegment.ofArray(target), length, true);
  }

  @Override
  public boolean seekForPrev(long targetAddress, int targetLength) {
    return seek(NativeMemory.segment(targetAddress, targetLength), targetLength, true);
  }

  /**
   * Seeks to a copy of the target, which may be on the heap, or the key that the move invalidates.
   */
  private boolean seek(MemorySegment target, int length, boolean backward) {
    beforeSeek();
    if (length <= TARGET_BYTES_MAX) {
      long copyAddress = frame + TARGET_OFFSET;
      MemorySegment.copy(target, 0, NativeMemory.segment(copyAddress, length), 0, length);
      return seekCopied(copyAddress, length, backward);
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment copy = arena.allocate(length);
      MemorySegment.copy(target, 0, copy, 0, length);
      return seekCopied(copy.address(), length, backward);
    }
  }

  private boolean seekCopied(long targetAddress, int length, boolean backward) {
    if (backward) {
      IteratorFunctions.seekForPrev(frame, targetAddress, length);
    } else {
      IteratorFunctions.seek(frame, targetAddress, length);
    }
    return moved();
  }

  /**
   * Disables the perf context at every seek: it is a state of the thread, and each seek may run on
   * another thread.
   */
  private void beforeSeek() {
    requireOpen();
    IteratorFunctions.disablePerfContext();
  }

  @Override
  public boolean next() {
    requireValid();
    IteratorFunctions.next(frame);
    return moved();
  }

  @Override
  public boolean prev() {
    requireValid();
    IteratorFunctions.prev(frame);
    return moved();
  }

  private boolean moved() {
    keyAddress = 0;
    valueAddress = 0;
    valid = IteratorFunctions.valid(frame);
    return valid;
  }

  @Override
  public boolean valid() {
    return valid;
  }

  @Override
  public long keyAddress() {
    if (keyAddress == 0) {
      requireValid();
      keyAddress = IteratorFunctions.key(frame, frame + KEY_LENGTH_OFFSET);
    }
    return keyAddress;
  }

  @Override
  public int keyLength() {
    if (keyAddress == 0) {
      keyAddress();
    }
    return (int) NativeMemory.getLong(frame + KEY_LENGTH_OFFSET);
  }

  @Override
  public long valueAddress() {
    if (valueAddress == 0) {
      requireValid();
      valueAddress = IteratorFunctions.value(frame, frame + VALUE_LENGTH_OFFSET);
    }
    return valueAddress;
  }

  @Override
  public int valueLength() {
    if (valueAddress == 0) {
      valueAddress();
    }
    return (int) NativeMemory.getLong(frame + VALUE_LENGTH_OFFSET);
  }

  @Override
  public void checkStatus() {
    requireOpen();
    parts.checkStatus();
  }

  /**
   * Throws if the cursor is not on a key; this includes a closed cursor, so that one check guards
   * every move and access.
   */
  private void requireValid() {
    if (!valid) {
      throw new IllegalStateException(
          closed ? "cursor is closed" : "cursor is not positioned on a key");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("cursor is closed");
    }
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    valid = false;
    keyAddress = 0;
    valueAddress = 0;
    parts.frames().release(frame);
    parts.close();
  }
}
