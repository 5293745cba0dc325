package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Merge of a transaction's single writes and sorted runs, which have no key in common, in the order
 * of the keys. Objects of a run exist while they are passed on.
 *
 * @param singles single writes
 * @param ordered runs in key order that do not overlap
 * @param overlapping other runs
 */
record WriteMerge(
    NavigableMap<Key, BufferedWrite> singles,
    Collection<SortedWriteRun> ordered,
    List<SortedWriteRun> overlapping) {
  WriteMerge {
    requireNonNull(singles, "singles is null");
    requireNonNull(ordered, "ordered is null");
    requireNonNull(overlapping, "overlapping is null");
  }

  /** Returns whether all writes are deletes. */
  boolean isDeletesOnly() {
    return singles.values().stream().allMatch(write -> write.value() == null)
        && ordered.stream().allMatch(SortedWriteRun::isDeletesOnly)
        && overlapping.stream().allMatch(SortedWriteRun::isDeletesOnly);
  }

  /** Receiver of the writes. */
  interface Visitor {
    void single(Key key, BufferedWrite write);

    /** Receives a write of a run. */
    void ofRun(Key key, SortedWriteRun run, int index);

    /**
     * Receives a run between whose keys there is no other write. Returns false if its writes are to
     * be passed on one by one.
     */
    boolean whole(SortedWriteRun run);
  }

  /** Passes all writes to {@code visitor}. */
  void forEach(BiConsumer<Key, BufferedWrite> visitor) {
    forEach(
        new Visitor() {
          @Override
          public void single(Key key, BufferedWrite write) {
            visitor.accept(key, write);
          }

          @Override
          public void ofRun(Key key, SortedWriteRun run, int index) {
            visitor.accept(key, run.write(index));
          }

          @Override
          public boolean whole(SortedWriteRun run) {
            return false;
          }
        });
  }

  /** Passes all writes to {@code visitor}. */
  void forEach(Visitor visitor) {
    if (ordered.isEmpty() && overlapping.isEmpty()) {
      singles.forEach(visitor::single);
      return;
    }
    PriorityQueue<Source> others = new PriorityQueue<>(Comparator.comparing(Source::key));
    for (Source source : sources()) {
      if (source.advance()) {
        others.add(source);
      }
    }
    Source least = others.poll();
    while (least != null) {
      SortedWriteRun run = least.startedRun();
      if (run != null && !isBehind(run.last(), others.peek()) && visitor.whole(run)) {
        least.skipRun();
      } else {
        least.passTo(visitor);
      }
      if (!least.advance()) {
        least = others.poll();
      } else if (isBehind(least, others.peek())) {
        others.add(least);
        least = others.poll();
      }
    }
  }

  private static boolean isBehind(Source source, @Nullable Source other) {
    return isBehind(source.key(), other);
  }

  private static boolean isBehind(Key key, @Nullable Source other) {
    return other != null && other.key().compareTo(key) < 0;
  }

  private List<Source> sources() {
    List<Source> sources = new ArrayList<>(overlapping.size() + 2);
    sources.add(new Singles(singles));
    sources.add(new Runs(ordered.iterator()));
    overlapping.forEach(run -> sources.add(new Runs(List.of(run).iterator())));
    return sources;
  }

  /** Ascending writes, before the first of them at the beginning. */
  private abstract static class Source {
    /** Key of the present write. */
    private Key key = Key.EMPTY;

    final Key key() {
      return key;
    }

    final void key(Key present) {
      key = present;
    }

    /** Moves to the next write; returns false if there is none. */
    abstract boolean advance();

    /** Passes the present write on. */
    abstract void passTo(Visitor visitor);

    /** Returns the run of which the present write is the first one; null if it is in none. */
    @Nullable SortedWriteRun startedRun() {
      return null;
    }

    /** Moves to the last write of the present run. */
    void skipRun() {}
  }

  private static final class Singles extends Source {
    private final Iterator<Map.Entry<Key, BufferedWrite>> entries;
    private Map.@Nullable Entry<Key, BufferedWrite> entry;

    Singles(NavigableMap<Key, BufferedWrite> singles) {
      entries = singles.entrySet().iterator();
    }

    @Override
    boolean advance() {
      if (!entries.hasNext()) {
        return false;
      }
      entry = entries.next();
      key(entry.getKey());
      return true;
    }

    @Override
    void passTo(Visitor visitor) {
      visitor.single(key(), requireNonNull(entry, "no write").getValue());
    }
  }

  private static final class Runs extends Source {
    private final Iterator<SortedWriteRun> runs;
    private @Nullable SortedWriteRun run;
    private int index;

    Runs(Iterator<SortedWriteRun> runs) {
      this.runs = runs;
    }

    @Override
    boolean advance() {
      SortedWriteRun present = run;
      if (present != null && index + 1 < present.size()) {
        index++;
      } else if (runs.hasNext()) {
        present = runs.next(); // not empty
        run = present;
        index = 0;
      } else {
        return false;
      }
      key(present.key(index));
      return true;
    }

    @Override
    void passTo(Visitor visitor) {
      visitor.ofRun(key(), requireNonNull(run, "no write"), index);
    }

    @Override
    @Nullable SortedWriteRun startedRun() {
      return index == 0 ? run : null;
    }

    @Override
    void skipRun() {
      index = requireNonNull(run, "no write").size() - 1;
    }
  }
}
