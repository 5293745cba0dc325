package dev.colonnade.mvcc.validation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.clock.HybridClock;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.GroupParticipant;
import dev.colonnade.mvcc.commit.VersionDelta;
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
 * When keys were last changed, as far back as {@link #floor}: what the leader of the commit
 * pipeline asks before it lets a serializable transaction through.
 *
 * <p>Changes are remembered only while somebody may ask ({@link #watch}); whatever happens
 * otherwise raises the floor, and so does forgetting the oldest where there are too many. Who read
 * below the floor is told that it has to look into the store itself, and to come again with the
 * timestamp at which it looked.
 *
 * <p>Used by the leader only, but for {@link #watch}, {@link #unwatch} and {@link #askFromOutside}:
 * the leader alone changes what is remembered, and holds a lock while it does, which it does not
 * need to read. A watcher counts itself in and reads the published timestamp afterwards. Either a
 * group sees it counted and is remembered, or the group has raised the floor, with a timestamp
 * above what the watcher reads at: then the watcher is below the floor, and looks into the store,
 * which holds the group by the time that it is published. So no change is missed.
 */
public final class RecentChanges implements GroupParticipant {
  /**
   * The most changes of one group that are remembered: a load of many rows would take longer to be
   * remembered than to be looked up by the few who have to.
   */
  private static final int GROUP_CHANGES_MAX = 50_000;

  /** The most spans that are remembered to have been cleared. */
  private static final int CLEARED_MAX = 1_000;

  private final HybridClock clock;
  private final int changesMax;
  private final AtomicInteger watchers = new AtomicInteger();

  /** Held by the leader while it changes what is remembered, and by others while they ask. */
  private final Lock changing = new ReentrantLock();

  /** By key. A key is in it with the time of its last change. */
  private final NavigableMap<Key, Long> changedAt = new TreeMap<>();

  /** In the order of time; older changes of a key stay in it until their turn comes. */
  private final Deque<Change> byTime = new ArrayDeque<>();

  /** Of the group that is being built. */
  private final List<Key> pending = new ArrayList<>();

  /** Spans of which everything was removed, with no trace in the store; oldest first. */
  private final Deque<Cleared> cleared = new ArrayDeque<>();

  private final List<KeySpan> pendingCleared = new ArrayList<>();

  /** Above this, all spans that were cleared are remembered. */
  private long clearedFloor;

  /** Above this, all changes are remembered. */
  private long floor;

  public RecentChanges(HybridClock clock, int changesMax) {
    this.clock = requireNonNull(clock, "clock is null");
    this.changesMax = changesMax;
    floor = clock.last();
  }

  /** From now on, until {@link #unwatch}, changes are remembered. Any thread. */
  void watch() {
    watchers.incrementAndGet();
  }

  /** The opposite of {@link #watch}. Any thread. */
  void unwatch() {
    watchers.decrementAndGet();
  }

  /** What was found of some spans. */
  enum Answer {
    /** No key of them has changed since. */
    UNCHANGED,
    /** Some key of them has. */
    CHANGED,
    /** It is too long ago to tell. */
    UNKNOWN
  }

  /** Whether a key of {@code spans} has changed above {@code timestamp}. Asked by the leader. */
  Answer ask(List<KeySpan> spans, long timestamp) {
    for (KeySpan span : spans) {
      if (isChanged(span, timestamp) || isCleared(span, timestamp)) {
        return Answer.CHANGED;
      }
    }
    return timestamp < floor ? Answer.UNKNOWN : Answer.UNCHANGED;
  }

  /**
   * Whether a key of {@code spans} has changed above {@code timestamp}, by what was published
   * before this call, or perhaps by what is about to be. Any thread.
   */
  Answer askFromOutside(List<KeySpan> spans, long timestamp) {
    changing.lock();
    try {
      for (KeySpan span : spans) {
        if (isRemembered(span, timestamp) || isCleared(span, timestamp)) {
          return Answer.CHANGED;
        }
      }
      return timestamp < floor ? Answer.UNKNOWN : Answer.UNCHANGED;
    } finally {
      changing.unlock();
    }
  }

  @Override
  public void changed(VersionDelta delta) {
    pending.add(delta.key());
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
      remember();
    } finally {
      changing.unlock();
    }
  }

  private void remember() {
    // At or above the timestamps of the group, and below those of all later ones.
    long timestamp = clock.last();
    if (watchers.get() == 0 || pending.size() > Math.min(changesMax, GROUP_CHANGES_MAX)) {
      forgetAll(timestamp);
    } else {
      for (Key key : pending) {
        changedAt.put(key, timestamp);
        byTime.add(new Change(key, timestamp));
      }
      forgetOldest();
    }
    pending.clear();
    pendingCleared.forEach(span -> cleared.add(new Cleared(span, timestamp)));
    pendingCleared.clear();
    while (cleared.size() > CLEARED_MAX) {
      clearedFloor = cleared.remove().timestamp();
    }
  }

  @Override
  public void discarded() {
    pending.clear();
    pendingCleared.clear();
  }

  private boolean isChanged(KeySpan span, long timestamp) {
    for (Key key : pending) {
      if (span.contains(key)) {
        return true;
      }
    }
    return isRemembered(span, timestamp);
  }

  private boolean isRemembered(KeySpan span, long timestamp) {
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

  /** What was cleared too long ago to be remembered counts as everything. */
  private boolean isCleared(KeySpan span, long timestamp) {
    return timestamp < clearedFloor
        || cleared.stream()
            .anyMatch(past -> past.timestamp() > timestamp && past.span().overlaps(span));
  }

  /** How many changes are remembered. For tests: asked while no group is written. */
  public int rememberedCount() {
    return byTime.size();
  }

  private void forgetAll(long timestamp) {
    changedAt.clear();
    byTime.clear();
    floor = timestamp;
  }

  private void forgetOldest() {
    while (byTime.size() > changesMax) {
      Change oldest = byTime.remove();
      floor = oldest.timestamp();
      changedAt.remove(oldest.key(), oldest.timestamp());
    }
  }

  private record Change(Key key, long timestamp) {}

  private record Cleared(KeySpan span, long timestamp) {}
}
