package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.mutation.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Immutable view of the spilled writes of a transaction: sorted runs, the newest of which prevails,
 * without the writes that were undone or discarded. Safe for use by many threads.
 *
 * @param runs oldest first; every position in a run is above those of older runs
 * @param undone positions of writes that do not count any more
 * @param discarded spans whose writes in earlier runs do not count any more
 * @param positionMax position from which on writes are not visible in this view
 */
record SpilledWrites(
    List<WriteRunFile> runs, List<Undone> undone, List<Discarded> discarded, long positionMax) {
  static final SpilledWrites NONE =
      new SpilledWrites(List.of(), List.of(), List.of(), Long.MAX_VALUE);

  /** Undone positions, the end exclusive. */
  record Undone(long start, long end) {}

  /** Span that was discarded when there were {@code runCount} runs. */
  record Discarded(KeySpan span, int runCount) {}

  boolean isEmpty() {
    return runs.isEmpty();
  }

  /** Returns whether no write was undone or discarded. */
  boolean isComplete() {
    return undone.isEmpty() && discarded.isEmpty() && positionMax == Long.MAX_VALUE;
  }

  /** Returns whether all writes are deletes; replaced and undone ones are included. */
  boolean isDeletesOnly() {
    return runs.stream().allMatch(WriteRunFile::isDeletesOnly);
  }

  long byteSize() {
    long sum = 0;
    for (WriteRunFile run : runs) {
      sum += run.byteSize();
    }
    return sum;
  }

  long count() {
    long sum = 0;
    for (WriteRunFile run : runs) {
      sum += run.count();
    }
    return sum;
  }

  /** Returns a view with another run, the newest one. */
  SpilledWrites with(WriteRunFile run) {
    List<WriteRunFile> more = new ArrayList<>(runs);
    more.add(run);
    return new SpilledWrites(List.copyOf(more), undone, discarded, positionMax);
  }

  /** Returns a view without the writes from position {@code start} on. */
  SpilledWrites undoneFrom(long start, long end) {
    List<Undone> more = new ArrayList<>(undone);
    more.removeIf(earlier -> earlier.start() >= start);
    more.add(new Undone(start, end));
    return new SpilledWrites(runs, List.copyOf(more), discarded, positionMax);
  }

  /** Returns a view without the writes of keys in {@code span}. */
  SpilledWrites without(KeySpan span) {
    List<Discarded> more = new ArrayList<>(discarded);
    more.add(new Discarded(span, runs.size()));
    return new SpilledWrites(runs, undone, List.copyOf(more), positionMax);
  }

  /** Returns the view as of an earlier position. */
  SpilledWrites at(long position) {
    return new SpilledWrites(runs, undone, discarded, Math.min(position, positionMax));
  }

  /** Returns the write of a key; null if there is none. */
  @Nullable BufferedWrite get(Key key) {
    for (int run = runs.size() - 1; run >= 0; run--) {
      WriteRunFile file = runs.get(run);
      if (file.mayContain(key)) {
        int found = newestVisible(run, file.newestOf(key), key);
        if (found >= 0) {
          return file.write(found);
        }
      }
    }
    return null;
  }

  /**
   * Returns the index of the newest visible write of {@code key} in a run, from the entry at {@code
   * index} on; -1 if there is none.
   */
  int newestVisible(int run, int index, Key key) {
    WriteRunFile file = runs.get(run);
    if (index >= file.count() || isDiscarded(run, key)) {
      return -1;
    }
    @Nullable Integer at = index;
    while (at != null && !isVisible(file.position(at))) {
      at = file.olderThan(at, key);
    }
    return at == null ? -1 : at;
  }

  private boolean isVisible(long position) {
    if (position >= positionMax) {
      return false;
    }
    for (Undone each : undone) {
      if (position >= each.start() && position < each.end()) {
        return false;
      }
    }
    return true;
  }

  private boolean isDiscarded(int run, Key key) {
    for (Discarded each : discarded) {
      if (run < each.runCount() && each.span().contains(key)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the first key that was inserted from position {@code start} on and that {@code
   * condition} accepts, in no particular order; null if there is none.
   */
  @Nullable Key findInsert(long start, Predicate<Key> condition) {
    for (int run = 0; run < runs.size(); run++) {
      WriteRunFile file = runs.get(run);
      for (int index = 0; index < file.count(); index++) {
        long position = file.position(index);
        if (position >= start && isVisible(position) && file.condition(index) == Condition.ABSENT) {
          Key key = file.key(index);
          if (!isDiscarded(run, key) && condition.test(key)) {
            return key;
          }
        }
      }
    }
    return null;
  }

  /** Closes and deletes all files. */
  void close() {
    runs.forEach(WriteRunFile::close);
  }
}
