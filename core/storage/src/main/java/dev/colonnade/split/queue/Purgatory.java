package dev.colonnade.split.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;

/**
 * Purgatory: failed entries that wait for a retry, ordered by due time. Guarded by the queue's
 * lock.
 */
final class Purgatory<K> {
  private final TreeSet<Entry<K>> byDue =
      new TreeSet<>(
          Comparator.<Entry<K>>comparingLong(Entry::dueNanos).thenComparingLong(Entry::sequence));

  void add(Entry<K> entry) {
    byDue.add(entry);
  }

  /** Removes an entry if it is present. */
  void remove(Entry<K> entry) {
    byDue.remove(entry);
  }

  int size() {
    return byDue.size();
  }

  /** Returns the keys of the due entries in the order of their due times, without removing them. */
  List<K> due(long nowNanos) {
    List<K> keys = new ArrayList<>();
    for (Entry<K> entry : byDue) {
      if (entry.dueNanos() > nowNanos) {
        break;
      }
      keys.add(entry.key());
    }
    return keys;
  }

  void makeAllDue(long nowNanos) {
    List<Entry<K>> all = List.copyOf(byDue);
    byDue.clear();
    for (Entry<K> entry : all) {
      entry.dueAt(Math.min(entry.dueNanos(), nowNanos));
      byDue.add(entry);
    }
  }
}
