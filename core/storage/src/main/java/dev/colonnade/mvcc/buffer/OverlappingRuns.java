package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Set of sorted runs that may overlap, with no key in two of them: the entries of an index for the
 * blocks of a statement. Runs are not searched: before one of their keys is read or changed, {@link
 * #takeAround} removes them. Not safe for concurrent use.
 *
 * <p>Runs are grouped by their bounds, so that a read of a table does not affect the entries of its
 * indexes.
 */
final class OverlappingRuns {
  private final List<Group> groups = new ArrayList<>();
  private int writeCount;

  void clear() {
    groups.clear();
    writeCount = 0;
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  /** Returns the number of writes. */
  int writeCount() {
    return writeCount;
  }

  void add(SortedWriteRun run) {
    Group group = new Group(run);
    Iterator<Group> others = groups.iterator();
    while (others.hasNext()) {
      Group other = others.next();
      if (other.overlaps(group.first, group.last)) {
        others.remove();
        other.addAll(group);
        group = other;
      }
    }
    groups.add(group);
    writeCount += run.size();
  }

  /** Removes a run. Returns false if it is not in this set. */
  boolean remove(SortedWriteRun run) {
    boolean isRemoved = false;
    for (Group group : groups) {
      isRemoved |= group.runs.remove(run);
    }
    if (isRemoved) {
      writeCount -= run.size();
      groups.removeIf(group -> group.runs.isEmpty());
    }
    return isRemoved;
  }

  /** Removes the runs that may have keys from {@code first} to {@code last}, inclusive. */
  List<SortedWriteRun> takeAround(Key first, Key last) {
    if (groups.isEmpty()) {
      return List.of();
    }
    List<SortedWriteRun> taken = new ArrayList<>();
    groups.removeIf(
        group -> {
          boolean isTaken = group.overlaps(first, last);
          if (isTaken) {
            taken.addAll(group.runs);
          }
          return isTaken;
        });
    taken.forEach(run -> writeCount -= run.size());
    return taken;
  }

  /** Removes the runs that may have keys in {@code span}. */
  List<SortedWriteRun> takeAround(KeySpan span) {
    return takeAround(span.start(), span.end());
  }

  /** Returns all runs, in no particular order. */
  List<SortedWriteRun> all() {
    List<SortedWriteRun> all = new ArrayList<>();
    groups.forEach(group -> all.addAll(group.runs));
    return all;
  }

  /** Runs with overlapping bounds, and the bounds of all of them. */
  private static final class Group {
    private final List<SortedWriteRun> runs = new ArrayList<>();
    private Key first;
    private Key last;

    Group(SortedWriteRun run) {
      runs.add(run);
      first = run.first();
      last = run.last();
    }

    boolean overlaps(Key from, Key to) {
      return first.compareTo(to) <= 0 && last.compareTo(from) >= 0;
    }

    void addAll(Group other) {
      runs.addAll(other.runs);
      first = Key.min(first, other.first);
      last = Key.max(last, other.last);
    }
  }
}
