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

/** Runs of writes, none of which begins before another has ended. Not safe for concurrent use. */
final class WriteRuns {
  private final NavigableMap<Key, WriteRun> byFirstKey = new TreeMap<>();
  private int writeCount;

  boolean isEmpty() {
    return byFirstKey.isEmpty();
  }

  /** How many keys are written. */
  int writeCount() {
    return writeCount;
  }

  /** The runs in the order of their keys. */
  Collection<WriteRun> inOrder() {
    return byFirstKey.values();
  }

  WriteBuffer.@Nullable Write get(Key key) {
    WriteRun run = runAt(key);
    return run == null ? null : run.get(key);
  }

  /** The run that has keys at or around this one; null if none has. */
  private @Nullable WriteRun runAt(Key key) {
    Map.Entry<Key, WriteRun> below = byFirstKey.floorEntry(key);
    return below != null && below.getValue().last().compareTo(key) >= 0 ? below.getValue() : null;
  }

  /** Whether there is none between the first and the last key of a run. */
  boolean hasRoomFor(WriteRun run) {
    return hasRoomBetween(run.first(), run.last());
  }

  /** Whether there is none between two keys, and none that has keys on both sides of them. */
  boolean hasRoomBetween(Key first, Key last) {
    Key next = byFirstKey.ceilingKey(first);
    return runAt(first) == null && (next == null || next.compareTo(last) > 0);
  }

  void add(WriteRun run) {
    assert hasRoomFor(run) : "runs overlap";
    byFirstKey.put(run.first(), run);
    writeCount += run.size();
  }

  /** Takes a run out. Returns false if it is not in here. */
  @SuppressWarnings("ReferenceEquality") // a run is this one or another
  boolean remove(WriteRun run) {
    if (byFirstKey.get(run.first()) != run) {
      return false;
    }
    byFirstKey.remove(run.first());
    writeCount -= run.size();
    return true;
  }

  /** The runs that may have keys in {@code span}. */
  List<WriteRun> around(KeySpan span) {
    List<WriteRun> found = new ArrayList<>();
    WriteRun before = runAt(span.start());
    NavigableMap<Key, WriteRun> behind = byFirstKey.tailMap(span.start(), true);
    if (before != null) {
      found.add(before);
      behind = byFirstKey.tailMap(before.first(), false);
    }
    for (WriteRun run : behind.values()) {
      if (!span.end().isInfinity() && run.first().compareTo(span.end()) >= 0) {
        break;
      }
      found.add(run);
    }
    return found;
  }

  /** The run that holds a key; null if none does. */
  @Nullable WriteRun holding(Key key) {
    WriteRun run = runAt(key);
    return run == null || run.get(key) == null ? null : run;
  }
}
