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
  private final TreeSet<WorkEntry<K>> byDue =
      new TreeSet<>(
          Comparator.<WorkEntry<K>>comparingLong(WorkEntry::dueNanos)
              .thenComparingLong(WorkEntry::sequence));

  void add(WorkEntry<K> entry) {
    byDue.add(entry);
  }

  /** Removes an entry if it is present. */
  void remove(WorkEntry<K> entry) {
    byDue.remove(entry);
  }

  int size() {
    return byDue.size();
  }

  /** Returns the keys of the due entries in the order of their due times, without removing them. */
  List<K> due(long nowNanos) {
    List<K> keys = new ArrayList<>();
    for (WorkEntry<K> entry : byDue) {
      if (entry.dueNanos() > nowNanos) {
        break;
      }
      keys.add(entry.key());
    }
    return keys;
  }

  void makeAllDue(long nowNanos) {
    List<WorkEntry<K>> all = List.copyOf(byDue);
    byDue.clear();
    for (WorkEntry<K> entry : all) {
      entry.dueAt(Math.min(entry.dueNanos(), nowNanos));
      byDue.add(entry);
    }
  }
}
