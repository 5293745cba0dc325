package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.MutationChunks;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.mvcc.mutation.PackedPuts;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Cursor over the keys of spilled writes in both directions: a merge of the sorted runs. Steps in
 * the direction of the last move are cheap; other moves search every run. Used by one thread.
 */
final class SpilledCursor {
  /** Number of entries that are worth to be passed on as packed puts. */
  private static final int PUTS_MIN = 64;

  private final SpilledWrites writes;
  private final List<WriteRunFile> runs;

  /**
   * Nearest entries of the runs that were not passed in the direction of moves, as a binary heap:
   * no head is before the one at half of its index.
   */
  private final Head[] heads;

  private int headCount;

  private boolean isForward = true;

  /** Key from which the last move started. */
  private @Nullable Key origin;

  private Map.@Nullable Entry<Key, BufferedWrite> current;

  SpilledCursor(SpilledWrites writes) {
    this.writes = writes;
    runs = writes.runs();
    heads = new Head[runs.size()];
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

  /** Passes all writes to {@code visitor}, in chunks of ascending keys. */
  void forEachChunk(MutationChunks.Size max, Consumer<Mutations> visitor) {
    ChunkCollector chunks = new ChunkCollector(max, visitor);
    boolean mayHavePuts = writes.isComplete() && runs.stream().anyMatch(WriteRunFile::isPutsOnly);
    position(true, _ -> 0);
    int untilTrial = 0;
    while (headCount > 0) {
      if (mayHavePuts && untilTrial == 0) {
        if (addPuts(chunks)) {
          continue;
        }
        untilTrial = PUTS_MIN;
      }
      untilTrial = Math.max(0, untilTrial - 1);
      Map.Entry<Key, BufferedWrite> entry = settle(null);
      if (entry != null) {
        chunks.single(entry.getKey(), entry.getValue());
      }
    }
    chunks.finish();
  }

  /**
   * Adds the next entries of the first run as packed puts, up to the first key of the other runs.
   * Returns false, and adds nothing, if they are few or something else.
   */
  private boolean addPuts(ChunkCollector chunks) {
    Head head = heads[0];
    WriteRunFile file = runs.get(head.run);
    int end = file.count();
    Key next = secondKey();
    if (!file.isPutsOnly() || end - head.index < PUTS_MIN) {
      return false;
    }
    if (next != null) {
      if (file.compare(head.index + PUTS_MIN - 1, next) >= 0) {
        return false;
      }
      end = file.lowerBound(next);
    }
    PackedPuts.Segment segment = file.puts(head.index, end);
    chunks.add(segment);
    head.index += segment.count();
    if (!read(head)) {
      headCount--;
      heads[0] = heads[headCount];
    }
    if (headCount > 0) {
      siftDown(0);
    }
    return true;
  }

  /** Returns the least key of all heads but the first; null if there are no others. */
  private @Nullable Key secondKey() {
    return switch (headCount) {
      case 0, 1 -> null;
      case 2 -> heads[1].key;
      default -> Key.min(heads[1].key, heads[2].key);
    };
  }

  /** Search in one run. */
  @FunctionalInterface
  private interface Search {
    int in(WriteRunFile run);
  }

  private void position(boolean forward, Search search) {
    isForward = forward;
    headCount = 0;
    for (int run = 0; run < runs.size(); run++) {
      Head head = new Head(run, search.in(runs.get(run)));
      if (read(head)) {
        heads[headCount] = head;
        headCount++;
      }
    }
    for (int index = headCount / 2 - 1; index >= 0; index--) {
      siftDown(index);
    }
  }

  /** Reads the key of a head. Returns false if its run has ended. */
  private boolean read(Head head) {
    WriteRunFile file = runs.get(head.run);
    boolean isPresent = head.index >= 0 && head.index < file.count();
    if (isPresent) {
      head.key = file.key(head.index);
    }
    return isPresent;
  }

  private void siftDown(int from) {
    int index = from;
    Head head = heads[index];
    while (2 * index + 1 < headCount) {
      int child = 2 * index + 1;
      if (child + 1 < headCount && isBefore(heads[child + 1], heads[child])) {
        child++;
      }
      if (!isBefore(heads[child], head)) {
        break;
      }
      heads[index] = heads[child];
      index = child;
    }
    heads[index] = head;
  }

  /** Returns whether a head comes first: of equal keys, that of the newest run. */
  private boolean isBefore(Head left, Head right) {
    int order = left.key.compareTo(right.key);
    return order == 0 ? left.run > right.run : order < 0 == isForward;
  }

  /** Consumes keys in the direction of the move until one has a visible write. */
  private Map.@Nullable Entry<Key, BufferedWrite> settle(@Nullable Key from) {
    origin = from;
    current = null;
    while (headCount > 0 && current == null) {
      Key key = heads[0].key;
      BufferedWrite found = null;
      while (headCount > 0 && heads[0].key.equals(key)) {
        Head head = heads[0];
        int first = head.index;
        boolean isRunLeft = pass(head, key);
        int newest = isForward ? first : head.index + 1;
        found = found == null ? visible(head.run, newest, key) : found;
        if (!isRunLeft) {
          headCount--;
          heads[0] = heads[headCount];
        }
        if (headCount > 0) {
          siftDown(0);
        }
      }
      current = found == null ? null : Map.entry(key, found);
    }
    return current;
  }

  /** Moves a head past all entries of a key. Returns false if its run has ended. */
  private boolean pass(Head head, Key key) {
    boolean isPresent;
    do {
      head.index += isForward ? 1 : -1;
      isPresent = read(head);
    } while (isPresent && head.key.equals(key));
    return isPresent;
  }

  private @Nullable BufferedWrite visible(int run, int index, Key key) {
    int found = writes.newestVisible(run, index, key);
    return found < 0 ? null : runs.get(run).write(found);
  }

  /** Position in a run. */
  private static final class Head {
    final int run;
    int index;
    Key key = Key.EMPTY;

    Head(int run, int index) {
      this.run = run;
      this.index = index;
    }
  }
}
