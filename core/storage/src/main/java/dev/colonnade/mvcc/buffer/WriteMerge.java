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

  /** Passes all writes to {@code visitor}. */
  void forEach(BiConsumer<Key, BufferedWrite> visitor) {
    if (ordered.isEmpty() && overlapping.isEmpty()) {
      singles.forEach(visitor);
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
      visitor.accept(least.key(), least.write());
      if (!least.advance()) {
        least = others.poll();
      } else if (isBehind(least, others.peek())) {
        others.add(least);
        least = others.poll();
      }
    }
  }

  private static boolean isBehind(Source source, @Nullable Source other) {
    return other != null && other.key().compareTo(source.key()) < 0;
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

    /** Returns the present write. */
    abstract BufferedWrite write();
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
    BufferedWrite write() {
      return requireNonNull(entry, "no write").getValue();
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
    BufferedWrite write() {
      return requireNonNull(run, "no write").write(index);
    }
  }
}
