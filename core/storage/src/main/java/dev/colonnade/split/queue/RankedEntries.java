package dev.colonnade.split.queue;

import java.util.Comparator;
import java.util.TreeSet;

/**
 * The entries that wait, by rank: true minimum and true maximum, and any entry removed, in O(log
 * n). Of two with the same rank the older one comes first. A balanced tree rather than a heap with
 * two ends: it has both ends and the middle, and the library keeps it right.
 */
final class RankedEntries<K> {
  private final TreeSet<Entry<K>> byRank =
      new TreeSet<>(
          Comparator.<Entry<K>>comparingDouble(Entry::rank)
              .thenComparing(Comparator.<Entry<K>>comparingLong(Entry::sequence).reversed()));

  private final TreeSet<Entry<K>> byAge =
      new TreeSet<>(
          Comparator.<Entry<K>>comparingLong(Entry::enteredNanos)
              .thenComparingLong(Entry::sequence));

  void add(Entry<K> entry) {
    byRank.add(entry);
    byAge.add(entry);
  }

  /** Does nothing if the entry is not here. */
  void remove(Entry<K> entry) {
    byRank.remove(entry);
    byAge.remove(entry);
  }

  Entry<K> most() {
    return byRank.last();
  }

  Entry<K> least() {
    return byRank.first();
  }

  int size() {
    return byRank.size();
  }

  /** How long the oldest has waited; 0 if there is none. */
  long oldestNanos(long nowNanos) {
    return byAge.isEmpty() ? 0 : nowNanos - byAge.first().enteredNanos();
  }
}
