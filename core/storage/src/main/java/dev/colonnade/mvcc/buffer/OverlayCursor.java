package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.store.Cursor;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import org.jspecify.annotations.Nullable;

/**
 * A cursor of a store with some keys written over it. Both sides stand at or behind the position,
 * seen in the direction of the last move; the nearer one is shown, and the own one where both hold
 * the key. Turning round places both anew.
 */
final class OverlayCursor implements Cursor {
  private static final int ROOM_MIN = 256;

  private final Cursor store;
  private final NavigableMap<Key, byte[]> rows;

  private boolean forward = true;
  private Map.@Nullable Entry<Key, byte[]> own;
  private boolean showsOwn;
  private boolean valid;
  private boolean closed;

  /** Where the own key and value that are shown lie; null until the first is. */
  private @Nullable Arena arena;

  private long room;
  private int roomBytes;

  OverlayCursor(Cursor store, NavigableMap<Key, byte[]> rows) {
    this.store = store;
    this.rows = rows;
  }

  @Override
  public boolean seekToFirst() {
    requireOpen();
    store.seekToFirst();
    return settle(true, rows.firstEntry());
  }

  @Override
  public boolean seekToLast() {
    requireOpen();
    store.seekToLast();
    return settle(false, rows.lastEntry());
  }

  @Override
  public boolean seek(byte[] target, int length) {
    requireOpen();
    store.seek(target, length);
    return settle(true, rows.ceilingEntry(Key.wrap(Arrays.copyOf(target, length))));
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
    return settle(false, rows.floorEntry(Key.wrap(Arrays.copyOf(target, length))));
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
    return showsOwn ? room : store.keyAddress();
  }

  @Override
  public int keyLength() {
    requireValid();
    return showsOwn ? shown().getKey().length() : store.keyLength();
  }

  @Override
  public long valueAddress() {
    requireValid();
    return showsOwn ? room + shown().getKey().length() : store.valueAddress();
  }

  @Override
  public int valueLength() {
    requireValid();
    return showsOwn ? shown().getValue().length : store.valueLength();
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
      if (arena != null) {
        arena.close();
      }
    }
  }

  /** Moves both sides off the present key, in the present direction. */
  private void step() {
    boolean both = showsOwn && store.valid() && compareStore(shown().getKey()) == 0;
    if (!showsOwn || both) {
      boolean _ = forward ? store.next() : store.prev();
    }
    if (showsOwn) {
      Key key = shown().getKey();
      own = forward ? rows.higherEntry(key) : rows.lowerEntry(key);
    }
  }

  /** Shows the nearer of the two sides. */
  private boolean settle(boolean movedForward, Map.@Nullable Entry<Key, byte[]> ownNext) {
    forward = movedForward;
    own = ownNext;
    if (!store.valid()) {
      store.checkStatus(); // else an error would look like the end of what is committed
    }
    valid = own != null || store.valid();
    showsOwn = own != null && isNearer(own.getKey());
    if (showsOwn) {
      place();
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

  /** The store's key compared to an own one. */
  private int compareStore(Key key) {
    return NativeMemory.compareUnsigned(store.keyAddress(), store.keyLength(), key.bytes());
  }

  private void place() {
    byte[] key = shown().getKey().bytes();
    byte[] value = shown().getValue();
    int needed = key.length + value.length;
    if (needed > roomBytes) {
      grow(needed);
    }
    NativeMemory.copy(key, 0, room, key.length);
    NativeMemory.copy(value, 0, room + key.length, value.length);
  }

  private void grow(int needed) {
    if (arena != null) {
      arena.close();
    }
    // Shared, since a scan may go on, and be closed, on another thread.
    Arena grown = Arena.ofShared();
    arena = grown;
    roomBytes = Math.max(ROOM_MIN, Math.max(needed, 2 * roomBytes));
    room = grown.allocate(roomBytes, Long.BYTES).address();
  }

  private Map.Entry<Key, byte[]> shown() {
    return requireNonNull(own, "own is null");
  }

  private void requireValid() {
    requireOpen();
    if (!valid) {
      throw new IllegalStateException("the cursor stands on no key");
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("the cursor is closed");
    }
  }
}
