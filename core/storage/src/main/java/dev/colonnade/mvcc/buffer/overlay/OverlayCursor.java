package dev.colonnade.mvcc.buffer.overlay;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.mvcc.buffer.BufferedWrite;
import dev.colonnade.mvcc.buffer.OwnCursor;
import dev.colonnade.store.Cursor;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Merge cursor over a store and an overlay of own writes. Both inputs are positioned at or after
 * the current key, in the direction of the last move; the cursor returns the nearer one, and the
 * own write if both have the key. A change of direction repositions both inputs.
 */
final class OverlayCursor implements Cursor {
  private static final int BUFFER_BYTES_MIN = 256;

  /**
   * Size up to which a buffer is left to the garbage collector: to free the memory of a shared
   * arena stops all threads for a moment, which takes longer than a scan of a few rows.
   */
  private static final int COLLECTED_BYTES_MAX = 16 * 1024;

  private final Cursor store;
  private final OwnCursor rows;

  private boolean forward = true;
  private Map.@Nullable Entry<Key, BufferedWrite> own;
  private boolean showsOwn;
  private boolean valid;
  private boolean closed;

  /** Memory of the current own key and value, which the cursor frees; null if there is none. */
  private @Nullable Arena arena;

  /** The same memory; null until the first own write is current. */
  private @Nullable MemorySegment buffer;

  private int bufferBytes;
  private int ownValueLength;

  OverlayCursor(Cursor store, OwnCursor rows) {
    this.store = store;
    this.rows = rows;
  }

  @Override
  public boolean seekToFirst() {
    requireOpen();
    store.seekToFirst();
    return settle(true, rows.first());
  }

  @Override
  public boolean seekToLast() {
    requireOpen();
    store.seekToLast();
    return settle(false, rows.last());
  }

  @Override
  public boolean seek(byte[] target, int length) {
    requireOpen();
    store.seek(target, length);
    return settle(true, rows.ceiling(Key.wrap(Arrays.copyOf(target, length))));
  }

  @Override
  public boolean seek(long targetAddress, int targetLength) {
    byte[] target = NativeMemory.bytes(targetAddress, targetLength);
    return seek(target, target.length);
  }

  @Override
  public boolean seekForPrev(byte[] target, int length) {
    requireOpen();
    store.seekForPrev(target, length);
    return settle(false, rows.floor(Key.wrap(Arrays.copyOf(target, length))));
  }

  @Override
  public boolean seekForPrev(long targetAddress, int targetLength) {
    byte[] target = NativeMemory.bytes(targetAddress, targetLength);
    return seekForPrev(target, target.length);
  }

  @Override
  public boolean next() {
    requireValid();
    if (forward) {
      step();
    } else {
      Key present = key();
      seek(present);
      step();
    }
    return settle(true, own);
  }

  @Override
  public boolean prev() {
    requireValid();
    if (!forward) {
      step();
    } else {
      Key present = key();
      seekForPrev(present);
      step();
    }
    return settle(false, own);
  }

  @Override
  public boolean valid() {
    return valid;
  }

  @Override
  public long keyAddress() {
    requireValid();
    return showsOwn ? bufferAddress() : store.keyAddress();
  }

  @Override
  public int keyLength() {
    requireValid();
    return showsOwn ? currentOwn().getKey().length() : store.keyLength();
  }

  @Override
  public long valueAddress() {
    requireValid();
    return showsOwn ? bufferAddress() + currentOwn().getKey().length() : store.valueAddress();
  }

  @Override
  public int valueLength() {
    requireValid();
    return showsOwn ? ownValueLength : store.valueLength();
  }

  @Override
  public long laterDeletes() {
    return store.laterDeletes();
  }

  @Override
  public void checkStatus() {
    requireOpen();
    store.checkStatus();
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      valid = false;
      store.close();
      freeArena();
    }
  }

  /** Moves both inputs off the current key, in the current direction. */
  private void step() {
    boolean both = showsOwn && store.valid() && compareStore(currentOwn().getKey()) == 0;
    if (!showsOwn || both) {
      boolean _ = forward ? store.next() : store.prev();
    }
    if (showsOwn) {
      Key key = currentOwn().getKey();
      own = forward ? rows.higher(key) : rows.lower(key);
    }
  }

  /** Makes the nearer of the two inputs the current one. */
  private boolean settle(boolean movedForward, Map.@Nullable Entry<Key, BufferedWrite> ownNext) {
    forward = movedForward;
    own = ownNext;
    if (!store.valid()) {
      store.checkStatus(); // otherwise an error would look like the end of the span
    }
    valid = own != null || store.valid();
    showsOwn = own != null && isNearer(own.getKey());
    if (showsOwn) {
      copyOwn();
    }
    return valid;
  }

  private boolean isNearer(Key key) {
    if (!store.valid()) {
      return true;
    }
    int order = compareStore(key);
    return forward ? order >= 0 : order <= 0;
  }

  /** Compares the store's key to an own key. */
  private int compareStore(Key key) {
    return NativeMemory.compareUnsigned(store.keyAddress(), store.keyLength(), key.bytes());
  }

  private void copyOwn() {
    byte[] key = currentOwn().getKey().bytes();
    byte[] value = currentOwn().getValue().stored();
    ownValueLength = value.length;
    int needed = key.length + value.length;
    if (needed > bufferBytes) {
      grow(needed);
    }
    long address = bufferAddress();
    NativeMemory.copy(key, 0, address, key.length);
    NativeMemory.copy(value, 0, address + key.length, value.length);
  }

  private void grow(int needed) {
    freeArena();
    bufferBytes = Math.max(BUFFER_BYTES_MIN, Math.max(needed, 2 * bufferBytes));
    Arena grown;
    if (bufferBytes <= COLLECTED_BYTES_MAX) {
      grown = Arena.ofAuto();
    } else {
      // Shared, because a scan may continue, and be closed, on another thread.
      grown = Arena.ofShared();
      arena = grown;
    }
    buffer = grown.allocate(bufferBytes, Long.BYTES);
  }

  private long bufferAddress() {
    return requireNonNull(buffer, "no own write is current").address();
  }

  private void freeArena() {
    if (arena != null) {
      arena.close();
      arena = null;
    }
  }

  private Map.Entry<Key, BufferedWrite> currentOwn() {
    return requireNonNull(own, "own is null");
  }

  private void requireValid() {
    requireOpen();
    if (!valid) {
      throw new IllegalStateException("the cursor is not positioned on a key");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
  }
}
