package dev.colonnade.mvcc.validation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.extension.ChangedKeys;
import dev.colonnade.mvcc.commit.extension.GroupParticipant;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.store.Batch;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Index of recent changes by key, back to the timestamp {@link #floor}. The leader of the commit
 * pipeline uses it for the validation of serializable transactions.
 *
 * <p>Changes are tracked only while a transaction is registered ({@link #watch}). A group that is
 * committed without registered transactions raises the floor, and so does the eviction of the
 * oldest changes when there are too many. A transaction that reads below the floor gets {@link
 * CheckResult#UNKNOWN}: it has to check the store itself, and then to retry with the timestamp at
 * which it did.
 *
 * <p>Used only by the leader, except for {@link #watch}, {@link #unwatch} and {@link
 * #checkConcurrently}: only the leader modifies the index, under a lock that it does not need for
 * reading. A transaction first registers and then reads the published timestamp. Either a group
 * sees the registration and is tracked, or the group has raised the floor to a timestamp above the
 * transaction's read timestamp: then the transaction is below the floor and checks the store, which
 * contains the group once it is published. So no change is missed.
 */
public final class RecentChanges implements GroupParticipant {
  /**
   * Maximum number of tracked changes of one group: tracking a bulk load would take longer than the
   * store lookups of the few transactions that need them.
   */
  private static final int GROUP_CHANGES_MAX = 50_000;

  /** Maximum number of cleared spans that are tracked. */
  private static final int CLEARED_MAX = 1_000;

  private final HybridClock clock;
  private final int changesMax;
  private final AtomicInteger watchers = new AtomicInteger();

  /** Held by the leader while it modifies the index, and by other threads while they read it. */
  private final Lock changing = new ReentrantLock();

  /** Timestamp of the last change by key. */
  private final NavigableMap<Key, Long> changedAt = new TreeMap<>();

  /** Changes in commit order; older changes of a key stay in it until they are evicted. */
  private final Deque<Change> byTime = new ArrayDeque<>();

  /** Changes of the group that is being built. */
  private final List<Key> pending = new ArrayList<>();

  /** Further changes of that group, whose keys are not objects yet. */
  private final List<ChangedKeys> pendingTogether = new ArrayList<>();

  /** Spans that were cleared without a trace in the store, oldest first. */
  private final Deque<Cleared> cleared = new ArrayDeque<>();

  private final List<KeySpan> pendingCleared = new ArrayList<>();

  /** Timestamp above which all cleared spans are tracked. */
  private long clearedFloor;

  /** Timestamp above which all changes are tracked. */
  private long floor;

  public RecentChanges(HybridClock clock, int changesMax) {
    this.clock = requireNonNull(clock, "clock is null");
    this.changesMax = changesMax;
    floor = clock.last();
  }

  /** Registers a transaction: changes are tracked until {@link #unwatch}. Any thread. */
  void watch() {
    watchers.incrementAndGet();
  }

  /** Reverses {@link #watch}. Any thread. */
  void unwatch() {
    watchers.decrementAndGet();
  }

  /**
   * Forgets all changes, since others have been made that were not tracked: no transaction is
   * validated by this index that has read before. Called within an exclusive command.
   */
  public void restart() {
    changing.lock();
    try {
      evictAll(clock.last());
      cleared.clear();
      clearedFloor = floor;
    } finally {
      changing.unlock();
    }
  }

  /** Result of a check of spans. */
  enum CheckResult {
    /** No key of the spans has changed. */
    UNCHANGED,
    /** A key of the spans has changed. */
    CHANGED,
    /** The timestamp is below the floor, and no later change is tracked. */
    UNKNOWN
  }

  /**
   * Returns whether a key of {@code spans} has changed above {@code timestamp}. Called by the
   * leader.
   */
  CheckResult check(List<KeySpan> spans, long timestamp) {
    for (KeySpan span : spans) {
      if (isChanged(span, timestamp) || isCleared(span, timestamp)) {
        return CheckResult.CHANGED;
      }
    }
    return timestamp < floor ? CheckResult.UNKNOWN : CheckResult.UNCHANGED;
  }

  /**
   * Returns whether a key of {@code spans} has changed above {@code timestamp}. The result covers
   * the commits published before this call, and possibly the group about to be published. Any
   * thread.
   */
  CheckResult checkConcurrently(List<KeySpan> spans, long timestamp) {
    changing.lock();
    try {
      for (KeySpan span : spans) {
        if (isTracked(span, timestamp) || isCleared(span, timestamp)) {
          return CheckResult.CHANGED;
        }
      }
      return timestamp < floor ? CheckResult.UNKNOWN : CheckResult.UNCHANGED;
    } finally {
      changing.unlock();
    }
  }

  /**
   * Returns whether certainly no key of a span has changed above a timestamp in the groups that are
   * applied. Any thread.
   */
  public boolean isUnchanged(KeySpan span, long timestamp) {
    return checkConcurrently(List.of(span), timestamp) == CheckResult.UNCHANGED;
  }

  @Override
  public void changed(VersionDelta delta) {
    pending.add(delta.key());
  }

  @Override
  public void changed(ChangedKeys together) {
    pendingTogether.add(together);
  }

  @Override
  public void cleared(KeySpan span) {
    pendingCleared.add(span);
  }

  @Override
  public void beforeWrite(Batch batch) {}

  @Override
  public void applied() {
    changing.lock();
    try {
      track();
    } finally {
      changing.unlock();
    }
  }

  private long pendingCount() {
    return pending.size() + pendingTogether.stream().mapToLong(ChangedKeys::count).sum();
  }

  private void track() {
    // At or above the timestamps of the group, and below those of all later groups.
    long timestamp = clock.last();
    if (watchers.get() == 0 || pendingCount() > Math.min(changesMax, GROUP_CHANGES_MAX)) {
      evictAll(timestamp);
    } else {
      pendingTogether.forEach(together -> pending.addAll(together.keys()));
      for (Key key : pending) {
        changedAt.put(key, timestamp);
        byTime.add(new Change(key, timestamp));
      }
      evictOldest();
    }
    pending.clear();
    pendingTogether.clear();
    pendingCleared.forEach(span -> cleared.add(new Cleared(span, timestamp)));
    pendingCleared.clear();
    while (cleared.size() > CLEARED_MAX) {
      clearedFloor = cleared.remove().timestamp();
    }
  }

  /**
   * Tracks the changes before they are applied: a validation by the leader waits for that before
   * its check, and one by another thread covers the published groups, which are tracked earlier.
   */
  @Override
  public Runnable inLog() {
    applied();
    return () -> {};
  }

  @Override
  public void discarded() {
    pending.clear();
    pendingTogether.clear();
    pendingCleared.clear();
  }

  private boolean isChanged(KeySpan span, long timestamp) {
    return pending.stream().anyMatch(span::contains)
        || pendingTogether.stream().anyMatch(together -> isChanged(span, together))
        || isTracked(span, timestamp);
  }

  private static boolean isChanged(KeySpan span, ChangedKeys together) {
    return span.overlaps(together.span()) && together.keys().stream().anyMatch(span::contains);
  }

  private boolean isTracked(KeySpan span, long timestamp) {
    Key first = changedAt.ceilingKey(span.start());
    if (first == null || !span.contains(first)) {
      return false; // of most spans of one key
    }
    NavigableMap<Key, Long> within =
        span.end().isInfinity()
            ? changedAt.tailMap(span.start(), true)
            : changedAt.subMap(span.start(), true, span.end(), false);
    for (long changed : within.values()) {
      if (changed > timestamp) {
        return true;
      }
    }
    return false;
  }

  /** Below the floor of cleared spans, every span counts as cleared. */
  private boolean isCleared(KeySpan span, long timestamp) {
    if (timestamp < clearedFloor) {
      return true;
    }
    for (Cleared past : cleared) {
      if (past.timestamp() > timestamp && past.span().overlaps(span)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of tracked changes. For tests, while no group is being written. */
  public int trackedCount() {
    return byTime.size();
  }

  private void evictAll(long timestamp) {
    changedAt.clear();
    byTime.clear();
    floor = timestamp;
  }

  private void evictOldest() {
    while (byTime.size() > changesMax) {
      Change oldest = byTime.remove();
      floor = oldest.timestamp();
      changedAt.remove(oldest.key(), oldest.timestamp());
    }
  }

  private record Change(Key key, long timestamp) {}

  private record Cleared(KeySpan span, long timestamp) {}
}
