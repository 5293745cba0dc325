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
import org.jspecify.annotations.Nullable;

/**
 * Which block holds a key. Blocks do not overlap; one that is being loaded takes up all the span
 * that it could come to hold.
 *
 * <p>Readers and the leader of the commit pipeline look without a lock. Loading and evicting, once
 * for thousands of rows, go under one. The leader frees nothing: blocks that it has ended wait for
 * the next who loads.
 */
final class BlockDirectory {
  /** How many blocks are looked at to make room for one. */
  private static final int PROBES = 16;

  private final ConcurrentNavigableMap<Key, CachedBlock> blocks = new ConcurrentSkipListMap<>();
  private final Queue<CachedBlock> ended = new ConcurrentLinkedQueue<>();
  private final LongAdder invalidations = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final ReentrantLock lock = new ReentrantLock();

  /** All that were opened and not ended, in the order in which they are considered for eviction. */
  private final ArrayDeque<CachedBlock> ring = new ArrayDeque<>(); // guarded by the lock

  /** The block that holds {@code key}, in whatever phase. */
  @Nullable CachedBlock find(Key key) {
    Map.Entry<Key, CachedBlock> entry = blocks.floorEntry(key);
    return entry != null && key.compareTo(entry.getValue().end()) < 0 ? entry.getValue() : null;
  }

  /** Where the first block above {@code key} begins, if that is below {@code limit}; else that. */
  Key nextStart(Key key, Key limit) {
    Key next = blocks.higherKey(key);
    return next == null ? limit : Key.min(next, limit);
  }

  /** A block to be loaded; null if there is one already that holds its start. */
  @Nullable CachedBlock register(Key start, Key limit, long readTimestamp) {
    lock.lock();
    try {
      if (find(start) != null) {
        return null;
      }
      CachedBlock block = new CachedBlock(start, nextStart(start, limit), readTimestamp);
      CachedBlock before = blocks.putIfAbsent(start, block);
      if (before != null) {
        return null; // it is empty by now, and on its way out
      }
      VarHandle.fullFence(); // the store is read after this
      return block;
    } finally {
      lock.unlock();
    }
  }

  /** Opens a block that is loaded, if nothing was changed meanwhile. */
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

  /** Gives up a block that was not opened. */
  void abandon(CachedBlock block) {
    if (block.validity.kill()) {
      blocks.remove(block.start(), block);
      block.release();
    } // else the leader has ended it, and it waits to be freed
  }

  /**
   * A commit in the store changes {@code key}. Called by the leader, after {@link #beginChanges}.
   */
  void changed(Key key) {
    Map.Entry<Key, CachedBlock> entry = blocks.floorEntry(key);
    if (entry != null && entry.getValue().validity.changed(key)) {
      invalidations.increment();
      bury(entry.getValue());
    }
  }

  /** The store holds nothing of {@code span} any more. Called by the leader. */
  void cleared(KeySpan span) {
    if (span.isEmpty()) {
      return;
    }
    changed(span.start());
    var inside =
        span.end().isInfinity()
            ? blocks.tailMap(span.start(), true)
            : blocks.subMap(span.start(), true, span.end(), false);
    inside.keySet().forEach(this::changed);
  }

  /** The leader has written; what follows is not done before that. */
  void beginChanges() {
    VarHandle.fullFence();
  }

  boolean isEmpty() {
    return blocks.isEmpty();
  }

  private void bury(CachedBlock block) {
    blocks.remove(block.start(), block);
    ended.add(block);
  }

  /** Frees what has ended, and evicts as long as {@code wanted} says that there is too little. */
  void makeRoom(RoomWanted wanted, long oldestScanKept) {
    lock.lock();
    try {
      reap();
      for (int probe = 0; probe < PROBES && wanted.isWanted() && !ring.isEmpty(); probe++) {
        CachedBlock candidate = ring.removeFirst();
        if (candidate.lastScan() >= oldestScanKept) {
          ring.addLast(candidate);
        } else if (candidate.validity.kill()) {
          blocks.remove(candidate.start(), candidate);
          evictions.increment();
          candidate.release();
        } // else the leader was first, and it waits among those that have ended
      }
    } finally {
      lock.unlock();
    }
  }

  private void reap() {
    for (CachedBlock block = ended.poll(); block != null; block = ended.poll()) {
      ring.remove(block);
      block.release();
    }
  }

  /** Ends all blocks. Nobody loads any more. */
  void clear() {
    lock.lock();
    try {
      for (CachedBlock block : blocks.values()) {
        if (block.validity.kill()) {
          bury(block);
        }
      }
      reap();
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

  /** Whether there is still too little room. */
  @FunctionalInterface
  interface RoomWanted {
    boolean isWanted();
  }
}
