package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Directory of the cached blocks by key. Blocks do not overlap; a block that is being loaded
 * reserves the whole span that it can come to cover.
 *
 * <p>Scans and the leader of the commit pipeline look up blocks without a lock. Loading and
 * eviction, which happen once for thousands of rows, are guarded by one lock. The leader frees no
 * memory: blocks that it has invalidated are queued until the next load frees them.
 */
final class BlockDirectory {
  /** Most eviction candidates that are examined for one load. */
  private static final int PROBES = 16;

  private final ConcurrentNavigableMap<Key, CachedBlock> blocks = new ConcurrentSkipListMap<>();
  private final Queue<CachedBlock> retired = new ConcurrentLinkedQueue<>();
  private final LongAdder invalidations = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();

  /** All open blocks, in the order in which they are eviction candidates. */
  private final ArrayDeque<CachedBlock> ring = new ArrayDeque<>(); // guarded by the lock

  /** Returns the block that covers {@code key}, in any phase; null if there is none. */
  @Nullable CachedBlock find(Key key) {
    Map.Entry<Key, CachedBlock> entry = blocks.floorEntry(key);
    return entry != null && key.compareTo(entry.getValue().end()) < 0 ? entry.getValue() : null;
  }

  /**
   * Returns the last block that starts below {@code key}, in any phase; null if there is none. It
   * may end below the key.
   */
  @Nullable CachedBlock findBelow(Key key) {
    Map.Entry<Key, CachedBlock> entry =
        key.isInfinity() ? blocks.lastEntry() : blocks.lowerEntry(key);
    return entry == null ? null : entry.getValue();
  }

  /** Returns the start of the first block above {@code key}; {@code limit} if that is lower. */
  Key nextStart(Key key, Key limit) {
    Key next = blocks.higherKey(key);
    return next == null ? limit : Key.min(next, limit);
  }

  /** Registers and returns a block to be loaded; null if another block covers its start. */
  @Nullable CachedBlock register(Key start, Key limit, long readTimestamp) {
    lock.lock();
    try {
      if (find(start) != null) {
        return null;
      }
      CachedBlock block = new CachedBlock(start, nextStart(start, limit), readTimestamp);
      CachedBlock before = blocks.putIfAbsent(start, block);
      if (before != null) {
        return null; // its span is empty by now, and its loader removes it
      }
      VarHandle.fullFence(); // orders the registration before the store reads of the load
      return block;
    } finally {
      lock.unlock();
    }
  }

  /** Opens a loaded block; returns false if one of its keys was changed during the load. */
  boolean open(CachedBlock block, Key end) {
    if (!block.validity.seal(end)) {
      return false;
    }
    lock.lock();
    try {
      if (block.validity.isOpen()) {
        ring.add(block);
      }
    } finally {
      lock.unlock();
    }
    return true;
  }

  /** Removes a block that was not opened. */
  void abandon(CachedBlock block) {
    if (block.validity.invalidate()) {
      blocks.remove(block.start(), block);
      block.release();
    } // else the leader has invalidated it and queued it to be freed
  }

  /**
   * Reports a key that a commit has changed in the store to its block, which excludes the key from
   * now on, or becomes invalid. Called by the leader, after {@link #beginChanges}.
   */
  void changed(Key key) {
    Map.Entry<Key, CachedBlock> entry = blocks.floorEntry(key);
    if (entry != null && entry.getValue().changed(key)) {
      invalidations.increment();
      retire(entry.getValue());
    }
  }

  private void invalidate(Key key) {
    Map.Entry<Key, CachedBlock> entry = blocks.floorEntry(key);
    if (entry != null && entry.getValue().validity.changed(key)) {
      invalidations.increment();
      retire(entry.getValue());
    }
  }

  /** Invalidates a block that is no longer worth its changes, so that it is loaded again. */
  void discard(CachedBlock block) {
    if (block.validity.invalidate()) {
      invalidations.increment();
      retire(block);
    }
  }

  /** Invalidates the blocks of a span that was cleared in the store. Called by the leader. */
  void cleared(KeySpan span) {
    if (span.isEmpty()) {
      return;
    }
    invalidate(span.start());
    var inside =
        span.end().isInfinity()
            ? blocks.tailMap(span.start(), true)
            : blocks.subMap(span.start(), true, span.end(), false);
    inside.keySet().forEach(this::invalidate);
  }

  /** Orders the leader's writes to the store before the invalidations that follow. */
  void beginChanges() {
    VarHandle.fullFence();
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  private void retire(CachedBlock block) {
    blocks.remove(block.start(), block);
    retired.add(block);
  }

  /**
   * Frees invalidated blocks, then evicts blocks while {@code wanted} returns true.
   *
   * @param oldestRetainedScan number of the oldest scan whose blocks are not evicted
   */
  void evict(BooleanSupplier wanted, long oldestRetainedScan) {
    lock.lock();
    try {
      freeRetired();
      for (int probe = 0; probe < PROBES && wanted.getAsBoolean() && !ring.isEmpty(); probe++) {
        CachedBlock candidate = ring.removeFirst();
        if (candidate.lastScan() >= oldestRetainedScan) {
          ring.addLast(candidate);
        } else if (candidate.validity.invalidate()) {
          blocks.remove(candidate.start(), candidate);
          evictions.increment();
          candidate.release();
        } // else the leader was first and has queued it to be freed
      }
    } finally {
      lock.unlock();
    }
  }

  private void freeRetired() {
    for (CachedBlock block = retired.poll(); block != null; block = retired.poll()) {
      ring.remove(block);
      block.release();
    }
  }

  /** Invalidates and frees all blocks. No load may be in progress. */
  void clear() {
    lock.lock();
    try {
      for (CachedBlock block : blocks.values()) {
        if (block.validity.invalidate()) {
          retire(block);
        }
      }
      freeRetired();
    } finally {
      lock.unlock();
    }
  }

  int count() {
    return blocks.size();
  }

  long invalidations() {
    return invalidations.sum();
  }

  long evictions() {
    return evictions.sum();
  }
}
