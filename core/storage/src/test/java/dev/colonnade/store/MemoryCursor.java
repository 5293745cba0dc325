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
 * A cursor over the versions of a {@link MemoryStore}. Shows key and value in native memory that is
 * overwritten with junk at the next move, so that a user who kept an address finds out.
 */
final class MemoryCursor implements Cursor {
  private static final byte JUNK = (byte) 0xDD;

  private final NavigableMap<Key, MemoryVersion> versions;
  private final KeySpan bounds;
  private final long sequence;
  private final StoreFaults faults;
  private final Runnable onClose;

  /** One for all positions: an old address leads to junk, never to memory that was given back. */
  private final Arena arena = Arena.ofAuto();

  private @Nullable Shown shown;

  private @Nullable ColonnadeException failure;
  private boolean closed;

  /** Where an entry is shown. */
  private record Shown(Key key, MemorySegment keyBytes, MemorySegment valueBytes) {
    void spoil() {
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
    Key from = standing().key;
    return move(() -> upward(from, false));
  }

  @Override
  public boolean prev() {
    Key from = standing().key;
    return move(() -> downward(from, false));
  }

  private @Nullable Shown last() {
    if (!bounds.end().isInfinity()) {
      return downward(bounds.end(), false);
    }
    Map.Entry<Key, MemoryVersion> last = versions.lastEntry();
    return last == null ? null : downward(last.getKey(), true);
  }

  private @Nullable Shown upward(Key from, boolean inclusive) {
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

  private @Nullable Shown downward(Key from, boolean inclusive) {
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

  private Shown show(Key key, byte[] value) {
    return new Shown(key, copy(key.bytes()), copy(value));
  }

  private MemorySegment copy(byte[] bytes) {
    MemorySegment segment = arena.allocate(Math.max(1, bytes.length));
    return segment.asSlice(0, bytes.length).copyFrom(MemorySegment.ofArray(bytes));
  }

  private boolean move(Supplier<@Nullable Shown> target) {
    requireOpen();
    leave();
    failure = null;
    try {
      faults.beforeRead();
      shown = target.get();
    } catch (ColonnadeException e) {
      failure = e;
    }
    return shown != null;
  }

  private void leave() {
    if (shown != null) {
      shown.spoil();
    }
    shown = null;
  }

  @Override
  public boolean valid() {
    return shown != null;
  }

  @Override
  public long keyAddress() {
    return standing().keyBytes.address();
  }

  @Override
  public int keyLength() {
    return (int) standing().keyBytes.byteSize();
  }

  @Override
  public long valueAddress() {
    return standing().valueBytes.address();
  }

  @Override
  public int valueLength() {
    return (int) standing().valueBytes.byteSize();
  }

  @Override
  public void checkStatus() {
    requireOpen();
    if (failure != null) {
      throw failure;
    }
  }

  private Shown standing() {
    requireOpen();
    if (shown == null) {
      throw new IllegalStateException("cursor stands on no key");
    }
    return shown;
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
