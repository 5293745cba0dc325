package dev.colonnade.store;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Map;
import java.util.NavigableMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the versions of a {@link MemoryStore}. Copies key and value to native memory that is
 * overwritten with junk at the next move, so that the use of a stale address is detected.
 */
final class MemoryCursor implements Cursor {
  private static final byte JUNK = (byte) 0xDD;

  private final NavigableMap<Key, MemoryVersion> versions;
  private final KeySpan bounds;
  private final long sequence;
  private final StoreFaults faults;
  private final Runnable onClose;

  /** Arena for all positions: a stale address refers to junk, never to freed memory. */
  private final Arena arena = Arena.ofAuto();

  private @Nullable NativeEntry nativeEntry;

  private @Nullable ColonnadeException failure;
  private boolean closed;

  /** Native copies of an entry. */
  private record NativeEntry(Key key, MemorySegment keyBytes, MemorySegment valueBytes) {
    void overwrite() {
      keyBytes.fill(JUNK);
      valueBytes.fill(JUNK);
    }
  }

  MemoryCursor(
      NavigableMap<Key, MemoryVersion> versions,
      KeySpan bounds,
      long sequence,
      StoreFaults faults,
      Runnable onClose) {
    this.versions = versions;
    this.bounds = bounds;
    this.sequence = sequence;
    this.faults = faults;
    this.onClose = onClose;
  }

  @Override
  public boolean seekToFirst() {
    return move(() -> upward(bounds.start(), true));
  }

  @Override
  public boolean seekToLast() {
    return move(this::last);
  }

  @Override
  public boolean seek(byte[] target, int length) {
    Key from = Key.max(bounds.start(), Key.wrap(Arrays.copyOf(target, length)));
    return move(() -> upward(from, true));
  }

  @Override
  public boolean seek(long targetAddress, int targetLength) {
    return seek(NativeMemory.bytes(targetAddress, targetLength), targetLength);
  }

  @Override
  public boolean seekForPrev(byte[] target, int length) {
    Key from = Key.wrap(Arrays.copyOf(target, length));
    return move(() -> from.compareTo(bounds.end()) >= 0 ? last() : downward(from, true));
  }

  @Override
  public boolean seekForPrev(long targetAddress, int targetLength) {
    return seekForPrev(NativeMemory.bytes(targetAddress, targetLength), targetLength);
  }

  @Override
  public boolean next() {
    Key from = current().key;
    return move(() -> upward(from, false));
  }

  @Override
  public boolean prev() {
    Key from = current().key;
    return move(() -> downward(from, false));
  }

  private @Nullable NativeEntry last() {
    if (!bounds.end().isInfinity()) {
      return downward(bounds.end(), false);
    }
    Map.Entry<Key, MemoryVersion> last = versions.lastEntry();
    return last == null ? null : downward(last.getKey(), true);
  }

  private @Nullable NativeEntry upward(Key from, boolean inclusive) {
    if (from.isInfinity()) {
      return null;
    }
    for (var entry : versions.tailMap(from, inclusive).entrySet()) {
      if (!bounds.contains(entry.getKey())) {
        return null;
      }
      byte[] value = entry.getValue().valueAt(sequence);
      if (value != null) {
        return show(entry.getKey(), value);
      }
    }
    return null;
  }

  private @Nullable NativeEntry downward(Key from, boolean inclusive) {
    for (var entry : versions.headMap(from, inclusive).descendingMap().entrySet()) {
      if (!bounds.contains(entry.getKey())) {
        return null;
      }
      byte[] value = entry.getValue().valueAt(sequence);
      if (value != null) {
        return show(entry.getKey(), value);
      }
    }
    return null;
  }

  private NativeEntry show(Key key, byte[] value) {
    return new NativeEntry(key, copy(key.bytes()), copy(value));
  }

  private MemorySegment copy(byte[] bytes) {
    MemorySegment segment = arena.allocate(Math.max(1, bytes.length));
    return segment.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
  }

  private boolean move(Supplier<@Nullable NativeEntry> target) {
    requireOpen();
    leave();
    failure = null;
    try {
      faults.beforeRead();
      nativeEntry = target.get();
    } catch (ColonnadeException e) {
      failure = e;
    }
    return nativeEntry != null;
  }

  private void leave() {
    if (nativeEntry != null) {
      nativeEntry.overwrite();
    }
    nativeEntry = null;
  }

  @Override
  public boolean valid() {
    return nativeEntry != null;
  }

  @Override
  public long keyAddress() {
    return current().keyBytes.address();
  }

  @Override
  public int keyLength() {
    return (int) current().keyBytes.byteSize();
  }

  @Override
  public long valueAddress() {
    return current().valueBytes.address();
  }

  @Override
  public int valueLength() {
    return (int) current().valueBytes.byteSize();
  }

  @Override
  public void checkStatus() {
    requireOpen();
    if (failure != null) {
      throw failure;
    }
  }

  private NativeEntry current() {
    requireOpen();
    if (nativeEntry == null) {
      throw new IllegalStateException("cursor is not positioned on a key");
    }
    return nativeEntry;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("cursor is closed");
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      leave();
      onClose.run();
    }
  }
}
