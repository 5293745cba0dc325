package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Set of non-overlapping sorted runs. Not safe for concurrent use. */
final class SortedWriteRuns {
  private final NavigableMap<Key, SortedWriteRun> byFirstKey = new TreeMap<>();
  private int writeCount;

  void clear() {
    byFirstKey.clear();
    writeCount = 0;
  }

  boolean isEmpty() {
    return byFirstKey.isEmpty();
  }

  /** Returns the number of writes. */
  int writeCount() {
    return writeCount;
  }

  /** Returns the runs in key order. */
  Collection<SortedWriteRun> inOrder() {
    return byFirstKey.values();
  }

  @Nullable BufferedWrite get(Key key) {
    SortedWriteRun run = runAt(key);
    return run == null ? null : run.get(key);
  }

  /** Returns the run whose bounds contain the key; null if there is none. */
  private @Nullable SortedWriteRun runAt(Key key) {
    Map.Entry<Key, SortedWriteRun> below = byFirstKey.floorEntry(key);
    return below != null && below.getValue().last().compareTo(key) >= 0 ? below.getValue() : null;
  }

  /** Returns whether no run overlaps the bounds of {@code run}. */
  boolean isFree(SortedWriteRun run) {
    return isFree(run.first(), run.last());
  }

  /** Returns whether no run overlaps the keys from {@code first} to {@code last}, inclusive. */
  boolean isFree(Key first, Key last) {
    Key next = byFirstKey.ceilingKey(first);
    return runAt(first) == null && (next == null || next.compareTo(last) > 0);
  }

  void add(SortedWriteRun run) {
    assert isFree(run) : "runs overlap";
    byFirstKey.put(run.first(), run);
    writeCount += run.size();
  }

  /** Removes a run. Returns false if it is not in this set. */
  @SuppressWarnings("ReferenceEquality") // a run is this one or another
  boolean remove(SortedWriteRun run) {
    if (byFirstKey.get(run.first()) != run) {
      return false;
    }
    byFirstKey.remove(run.first());
    writeCount -= run.size();
    return true;
  }

  /** Returns the runs that may have keys in {@code span}. */
  List<SortedWriteRun> around(KeySpan span) {
    if (byFirstKey.isEmpty()) {
      return List.of();
    }
    List<SortedWriteRun> found = new ArrayList<>();
    SortedWriteRun before = runAt(span.start());
    NavigableMap<Key, SortedWriteRun> behind = byFirstKey.tailMap(span.start(), true);
    if (before != null) {
      found.add(before);
      behind = byFirstKey.tailMap(before.first(), false);
    }
    for (SortedWriteRun run : behind.values()) {
      if (!span.end().isInfinity() && run.first().compareTo(span.end()) >= 0) {
        break;
      }
      found.add(run);
    }
    return found;
  }

  /** Returns the run that contains a key; null if there is none. */
  @Nullable SortedWriteRun holding(Key key) {
    SortedWriteRun run = runAt(key);
    return run == null || run.get(key) == null ? null : run;
  }
}
