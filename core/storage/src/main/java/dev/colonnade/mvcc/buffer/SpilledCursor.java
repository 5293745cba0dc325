package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the keys of spilled writes in both directions: a merge of the sorted runs. Steps in
 * the direction of the last move are cheap; other moves search every run. Used by one thread.
 */
final class SpilledCursor {
  /** Order of the heads when moving upwards: of equal keys, the newest run first. */
  private static final Comparator<Head> UPWARDS =
      Comparator.comparing((Head head) -> head.key).thenComparing(Head.NEWEST_FIRST);

  private static final Comparator<Head> DOWNWARDS =
      Comparator.comparing((Head head) -> head.key, Comparator.reverseOrder())
          .thenComparing(Head.NEWEST_FIRST);

  private final SpilledWrites writes;
  private final List<WriteRunFile> runs;

  /** Nearest entries of the runs that were not passed in the direction of moves. */
  private PriorityQueue<Head> heads = new PriorityQueue<>(UPWARDS);

  private boolean isForward = true;

  /** Key from which the last move started. */
  private @Nullable Key origin;

  private Map.@Nullable Entry<Key, BufferedWrite> current;

  SpilledCursor(SpilledWrites writes) {
    this.writes = writes;
    runs = writes.runs();
  }

  Map.@Nullable Entry<Key, BufferedWrite> first() {
    return ceiling(Key.EMPTY);
  }

  Map.@Nullable Entry<Key, BufferedWrite> last() {
    position(false, run -> run.count() - 1);
    return settle(null);
  }

  /** Moves to the first key at or above {@code key}. */
  Map.@Nullable Entry<Key, BufferedWrite> ceiling(Key key) {
    position(true, run -> run.lowerBound(key));
    return settle(key);
  }

  /** Moves to the last key at or below {@code key}. */
  Map.@Nullable Entry<Key, BufferedWrite> floor(Key key) {
    position(false, run -> run.upperBound(key) - 1);
    return settle(key);
  }

  /** Moves to the first key above {@code key}. */
  Map.@Nullable Entry<Key, BufferedWrite> higher(Key key) {
    if (isForward && origin != null && origin.compareTo(key) <= 0) {
      int order = current == null ? 1 : current.getKey().compareTo(key);
      if (order > 0) {
        return current;
      }
      if (order == 0) {
        return settle(key);
      }
    }
    position(true, run -> run.upperBound(key));
    return settle(key);
  }

  /** Moves to the last key below {@code key}. */
  Map.@Nullable Entry<Key, BufferedWrite> lower(Key key) {
    if (!isForward && origin != null && origin.compareTo(key) >= 0) {
      int order = current == null ? -1 : current.getKey().compareTo(key);
      if (order < 0) {
        return current;
      }
      if (order == 0) {
        return settle(key);
      }
    }
    position(false, run -> run.lowerBound(key) - 1);
    return settle(key);
  }

  /** Search in one run. */
  @FunctionalInterface
  private interface Search {
    int in(WriteRunFile run);
  }

  private void position(boolean forward, Search search) {
    isForward = forward;
    heads = new PriorityQueue<>(Math.max(1, runs.size()), forward ? UPWARDS : DOWNWARDS);
    for (int run = 0; run < runs.size(); run++) {
      add(new Head(run, search.in(runs.get(run))));
    }
  }

  /** Adds a head unless its run has ended. */
  private void add(Head head) {
    WriteRunFile file = runs.get(head.run);
    if (head.index >= 0 && head.index < file.count()) {
      head.key = file.key(head.index);
      heads.add(head);
    }
  }

  /** Consumes keys in the direction of the move until one has a visible write. */
  private Map.@Nullable Entry<Key, BufferedWrite> settle(@Nullable Key from) {
    origin = from;
    current = null;
    for (Head head = heads.peek(); head != null && current == null; head = heads.peek()) {
      Key key = head.key;
      BufferedWrite found = null;
      while (head != null && head.key.equals(key)) {
        heads.poll();
        int newest = pass(head);
        found = found == null ? visible(head.run, newest, key) : found;
        add(head);
        head = heads.peek();
      }
      current = found == null ? null : Map.entry(key, found);
    }
    return current;
  }

  /** Moves a head past all entries of its key. Returns the index of the newest of them. */
  private int pass(Head head) {
    WriteRunFile file = runs.get(head.run);
    int first = head.index;
    int step = isForward ? 1 : -1;
    int next = first + step;
    while (next >= 0 && next < file.count() && file.compare(next, head.key) == 0) {
      next += step;
    }
    head.index = next;
    return isForward ? first : next + 1;
  }

  private @Nullable BufferedWrite visible(int run, int index, Key key) {
    int found = writes.newestVisible(run, index, key);
    return found < 0 ? null : runs.get(run).write(found);
  }

  /** Position in a run. */
  private static final class Head {
    static final Comparator<Head> NEWEST_FIRST =
        Comparator.comparingInt((Head head) -> head.run).reversed();

    final int run;
    int index;
    Key key = Key.EMPTY;

    Head(int run, int index) {
      this.run = run;
      this.index = index;
    }
  }
}
