package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the keys of spilled writes in both directions: a merge of the sorted runs. Steps in
 * the direction of the last move are cheap; other moves search every run. Used by one thread.
 */
final class SpilledCursor {
  private final SpilledWrites writes;
  private final List<WriteRunFile> runs;

  /** Per run, the index of the nearest entry that was not passed in the direction of moves. */
  private final int[] at;

  private boolean isForward = true;

  /** Key from which the last move started. */
  private @Nullable Key origin;

  private Map.@Nullable Entry<Key, BufferedWrite> current;

  SpilledCursor(SpilledWrites writes) {
    this.writes = writes;
    runs = writes.runs();
    at = new int[runs.size()];
  }

  Map.@Nullable Entry<Key, BufferedWrite> first() {
    return ceiling(Key.EMPTY);
  }

  Map.@Nullable Entry<Key, BufferedWrite> last() {
    for (int run = 0; run < at.length; run++) {
      at[run] = runs.get(run).count() - 1;
    }
    return settleBackward(null);
  }

  /** Moves to the first key at or above {@code key}. */
  Map.@Nullable Entry<Key, BufferedWrite> ceiling(Key key) {
    for (int run = 0; run < at.length; run++) {
      at[run] = runs.get(run).lowerBound(key);
    }
    return settleForward(key);
  }

  /** Moves to the last key at or below {@code key}. */
  Map.@Nullable Entry<Key, BufferedWrite> floor(Key key) {
    for (int run = 0; run < at.length; run++) {
      at[run] = runs.get(run).upperBound(key) - 1;
    }
    return settleBackward(key);
  }

  /** Moves to the first key above {@code key}. */
  Map.@Nullable Entry<Key, BufferedWrite> higher(Key key) {
    if (isForward && origin != null && origin.compareTo(key) <= 0) {
      int order = current == null ? 1 : current.getKey().compareTo(key);
      if (order > 0) {
        return current;
      }
      if (order == 0) {
        return settleForward(key);
      }
    }
    for (int run = 0; run < at.length; run++) {
      at[run] = runs.get(run).upperBound(key);
    }
    return settleForward(key);
  }

  /** Moves to the last key below {@code key}. */
  Map.@Nullable Entry<Key, BufferedWrite> lower(Key key) {
    if (!isForward && origin != null && origin.compareTo(key) >= 0) {
      int order = current == null ? -1 : current.getKey().compareTo(key);
      if (order < 0) {
        return current;
      }
      if (order == 0) {
        return settleBackward(key);
      }
    }
    for (int run = 0; run < at.length; run++) {
      at[run] = runs.get(run).lowerBound(key) - 1;
    }
    return settleBackward(key);
  }

  /** Consumes keys upwards until one has a visible write. */
  private Map.@Nullable Entry<Key, BufferedWrite> settleForward(Key from) {
    isForward = true;
    origin = from;
    current = null;
    for (Key key = least(); key != null && current == null; key = least()) {
      BufferedWrite found = null;
      for (int run = at.length - 1; run >= 0; run--) {
        WriteRunFile file = runs.get(run);
        if (at[run] < file.count() && file.compare(at[run], key) == 0) {
          found = found == null ? visible(run, at[run], key) : found;
          while (at[run] < file.count() && file.compare(at[run], key) == 0) {
            at[run]++;
          }
        }
      }
      current = found == null ? null : Map.entry(key, found);
    }
    return current;
  }

  /** Consumes keys downwards until one has a visible write. */
  private Map.@Nullable Entry<Key, BufferedWrite> settleBackward(@Nullable Key from) {
    isForward = false;
    origin = from;
    current = null;
    for (Key key = greatest(); key != null && current == null; key = greatest()) {
      BufferedWrite found = null;
      for (int run = at.length - 1; run >= 0; run--) {
        WriteRunFile file = runs.get(run);
        if (at[run] >= 0 && file.compare(at[run], key) == 0) {
          while (at[run] >= 0 && file.compare(at[run], key) == 0) {
            at[run]--;
          }
          found = found == null ? visible(run, at[run] + 1, key) : found;
        }
      }
      current = found == null ? null : Map.entry(key, found);
    }
    return current;
  }

  private @Nullable BufferedWrite visible(int run, int index, Key key) {
    int found = writes.newestVisible(run, index, key);
    return found < 0 ? null : runs.get(run).write(found);
  }

  private @Nullable Key least() {
    Key least = null;
    for (int run = 0; run < at.length; run++) {
      WriteRunFile file = runs.get(run);
      if (at[run] < file.count() && (least == null || file.compare(at[run], least) < 0)) {
        least = file.key(at[run]);
      }
    }
    return least;
  }

  private @Nullable Key greatest() {
    Key greatest = null;
    for (int run = 0; run < at.length; run++) {
      WriteRunFile file = runs.get(run);
      if (at[run] >= 0 && (greatest == null || file.compare(at[run], greatest) > 0)) {
        greatest = file.key(at[run]);
      }
    }
    return greatest;
  }

}
