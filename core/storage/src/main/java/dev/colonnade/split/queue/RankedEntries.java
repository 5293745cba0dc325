package dev.colonnade.split.queue;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * Double-ended priority queue of the queued entries: finds the exact minimum and maximum rank, and
 * removes any entry, in O(log n). Of two entries with the same rank the older one is first.
 * Implemented as a balanced tree instead of a double-ended heap, since a tree also removes from the
 * middle, and the library has one.
 */
final class RankedEntries<K> {
  private final TreeSet<WorkEntry<K>> byRank =
      new TreeSet<>(
          Comparator.<WorkEntry<K>>comparingDouble(WorkEntry::rank)
              .thenComparing(
                  Comparator.<WorkEntry<K>>comparingLong(WorkEntry::sequence).reversed()));

  private final TreeSet<WorkEntry<K>> byAge =
      new TreeSet<>(
          Comparator.<WorkEntry<K>>comparingLong(WorkEntry::enteredNanos)
              .thenComparingLong(WorkEntry::sequence));

  void add(WorkEntry<K> entry) {
    byRank.add(entry);
    byAge.add(entry);
  }

  /** Removes an entry if it is present. */
  void remove(WorkEntry<K> entry) {
    byRank.remove(entry);
    byAge.remove(entry);
  }

  WorkEntry<K> most() {
    return byRank.last();
  }

  WorkEntry<K> least() {
    return byRank.first();
  }

  int size() {
    return byRank.size();
  }

  /** Returns the waiting time of the oldest entry; 0 if there is none. */
  long oldestNanos(long nowNanos) {
    return byAge.isEmpty() ? 0 : nowNanos - byAge.first().enteredNanos();
  }
}
