package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Directory of the cached blocks by key, those that are only on disk included. Blocks do not
 * overlap; a block that is being loaded reserves the whole span that it can come to cover.
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

  /**
   * All open blocks with memory that are not passing, in the order in which they are eviction
   * candidates.
   */
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

  /**
   * Opens a loaded block; returns false if one of its keys was changed during the load.
   *
   * @param isPassing whether its memory is removed when it is written, and is no candidate for
   *     eviction
   */
  boolean open(CachedBlock block, Key end, boolean isPassing) {
    if (!block.validity.seal(end)) {
      return false;
    }
    if (isPassing) {
      return true;
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

  /** Registers open blocks whose rows are in segments; before any other use of the directory. */
  void recovered(List<CachedBlock> found) {
    found.forEach(block -> blocks.put(block.start(), block));
  }

  /** Makes a block whose memory was attached a candidate for eviction. */
  void attached(CachedBlock block) {
    lock.lock();
    try {
      if (block.validity.isOpen()) {
        ring.add(block);
      }
    } finally {
      lock.unlock();
    }
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

  /**
   * Gives up the segment of a block: {@code mark} marks the numbers in the store, because commits
   * will not. A block without memory, or one that is damaged, is invalidated.
   */
  void giveUp(CachedBlock block, boolean isDamaged, Consumer<List<Long>> mark) {
    lock.lock(); // no number is assigned meanwhile
    try {
      if (!block.validity.isOpen()) {
        return;
      }
      mark.accept(block.onDisk().numbers());
      if (isDamaged || !block.hasMemory()) {
        discard(block);
      } else {
        block.removeSegment();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Invalidates the blocks of a span that was cleared in the store. Called by the leader. */
  void cleared(KeySpan span) {
    if (span.isEmpty()) {
      return;
    }
    invalidate(span.start());
    startingIn(span).keySet().forEach(this::invalidate);
  }

  private ConcurrentNavigableMap<Key, CachedBlock> startingIn(KeySpan span) {
    return span.end().isInfinity()
        ? blocks.tailMap(span.start(), true)
        : blocks.subMap(span.start(), true, span.end(), false);
  }

  /** Passes the blocks to {@code action} that have keys of a span. */
  void forEach(KeySpan span, Consumer<CachedBlock> action) {
    if (span.isEmpty()) {
      return;
    }
    CachedBlock first = find(span.start());
    if (first != null && !first.start().equals(span.start())) {
      action.accept(first);
    }
    startingIn(span).values().forEach(action);
  }

  /** Returns all blocks, in any phase. */
  Iterable<CachedBlock> all() {
    return blocks.values();
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
        if (candidate.lastScan() >= oldestRetainedScan || !removeMemory(candidate)) {
          ring.addLast(candidate);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Evicts a block, unless a segment of it is being written. */
  void evict(CachedBlock block) {
    lock.lock();
    try {
      if (removeMemory(block)) {
        ring.remove(block);
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Removes the memory of a block, and the block itself if it has no segment; returns false if a
   * segment is being written: later commits would not mark it if the block were removed.
   */
  private boolean removeMemory(CachedBlock block) {
    CachedBlock.OnDisk state = block.onDisk();
    if (state.segment() != null) {
      block.removeMemory();
      evictions.increment();
    } else if (state.isPending()) {
      return false;
    } else if (block.validity.invalidate()) {
      blocks.remove(block.start(), block);
      evictions.increment();
      block.release();
    } // else the leader was first and has queued it to be freed
    return true;
  }

  /**
   * Assigns the number of a segment that will be written to a block; returns false if it is not
   * open, or has one.
   */
  boolean assign(CachedBlock block, long number) {
    lock.lock();
    try {
      if (!block.validity.isOpen() || block.onDisk().isPending()) {
        return false;
      }
      block.assign(number);
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Frees invalidated blocks. */
  void free() {
    lock.lock();
    try {
      freeRetired();
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

  /** Removes all blocks and frees their memory. No load may be in progress. */
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
