package dev.colonnade.mvcc.buffer;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import dev.colonnade.store.Space;
import dev.colonnade.store.StoreReader;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Buffer of a transaction's uncommitted writes, with an undo log for savepoints. Not safe for
 * concurrent use.
 *
 * <p>Single writes are stored in a tree. A batch of inserts is stored as a {@link SortedWriteRun},
 * which is moved to the tree as soon as a key within its bounds is read as a part of a span, or
 * changed.
 */
public final class WriteBuffer {
  private final int writesMax;
  private final long bytesMax;
  private final NavigableMap<Key, BufferedWrite> writes = new TreeMap<>();
  private final SortedWriteRuns runs = new SortedWriteRuns();

  /** Undo log: the write that each change replaced, oldest first. */
  private final List<Undo> undo = new ArrayList<>();

  private long bytes;

  /** Number of discards: positions from before a discard cannot be restored. */
  private int discardCount;

  public WriteBuffer(int writesMax, long bytesMax) {
    this.writesMax = writesMax;
    this.bytesMax = bytesMax;
  }

  public boolean isEmpty() {
    return writes.isEmpty() && runs.isEmpty();
  }

  int count() {
    return writes.size() + runs.writeCount();
  }

  long bytes() {
    return bytes;
  }

  public @Nullable BufferedWrite get(Key key) {
    BufferedWrite single = writes.get(key);
    return single == null && !runs.isEmpty() ? runs.get(key) : single;
  }

  /** Returns whether no key from {@code first} to {@code last}, inclusive, was written. */
  public boolean isUntouched(Key first, Key last) {
    Key next = writes.ceilingKey(first);
    return (next == null || next.compareTo(last) > 0) && runs.isFree(first, last);
  }

  /** Returns a view of the writes of keys in {@code span}, valid until the next change. */
  public NavigableMap<Key, BufferedWrite> within(KeySpan span) {
    runs.around(span).forEach(this::moveToTree);
    return span.end().isInfinity()
        ? writes.tailMap(span.start(), true)
        : writes.subMap(span.start(), true, span.end(), false);
  }

  /**
   * Position in the history of the buffer.
   *
   * @param mark length of the undo log
   * @param discardCount number of discards
   */
  public record Position(int mark, int discardCount) {}

  /** Returns the current position. */
  public Position position() {
    return new Position(undo.size(), discardCount);
  }

  /**
   * Returns the writes of keys in {@code span} as of an earlier position, which must not have been
   * undone by {@link #rollbackTo}. Writes that were discarded since are omitted.
   */
  public NavigableMap<Key, BufferedWrite> within(KeySpan span, Position position) {
    NavigableMap<Key, BufferedWrite> present = within(span);
    if (position.mark() >= undo.size() || position.discardCount() != discardCount) {
      return present;
    }
    NavigableMap<Key, BufferedWrite> then = new TreeMap<>(present);
    for (Undo change : undo.subList(position.mark(), undo.size()).reversed()) {
      switch (change) {
        case Replaced(Key key, BufferedWrite before) -> {
          if (before == null) {
            then.remove(key);
          } else if (span.contains(key)) {
            then.put(key, before);
          }
        }
        case Added(SortedWriteRun run) -> {
          for (int i = 0; i < run.size(); i++) {
            then.remove(run.key(i));
          }
        }
      }
    }
    return then;
  }

  /** Returns the values of keys in spans, with headers; tombstones for deleted keys. */
  public NavigableMap<Key, byte[]> over(List<KeySpan> spans) {
    NavigableMap<Key, byte[]> rows = new TreeMap<>();
    for (KeySpan span : spans) {
      within(span).forEach((key, write) -> rows.put(key, write.stored()));
    }
    return rows;
  }

  /** Returns whether there are writes of keys in {@code span}. */
  public boolean hasWithin(KeySpan span) {
    for (SortedWriteRun run : runs.around(span)) {
      if (span.contains(run.first()) || span.contains(run.last())) {
        return true;
      }
    }
    return !within(span).isEmpty();
  }

  public void put(Key key, BufferedWrite write) {
    SortedWriteRun run = runs.holding(key);
    if (run != null) {
      moveToTree(run);
    }
    long added = write.byteSize(key);
    BufferedWrite before = writes.get(key);
    long removed = before == null ? 0 : before.byteSize(key);
    requireWithinLimits(before == null ? 1 : 0, added - removed);
    undo.add(new Replaced(key, before));
    writes.put(key, write);
    bytes += added - removed;
  }

  /** Adds writes of keys that the transaction has not written before. */
  void putAll(SortedWriteRun run) {
    if (!runs.isFree(run)) {
      for (int i = 0; i < run.size(); i++) {
        put(run.key(i), run.write(i));
      }
      return;
    }
    requireWithinLimits(run.size(), run.bytes());
    undo.add(new Added(run));
    runs.add(run);
    bytes += run.bytes();
  }

  private void requireWithinLimits(int addedCount, long addedBytes) {
    if (addedCount > writesMax - count()) {
      throw tooLarge("writes", writesMax);
    }
    if (bytes + addedBytes > bytesMax) {
      throw tooLarge("bytes", bytesMax);
    }
  }

  private void moveToTree(SortedWriteRun run) {
    runs.remove(run);
    for (int i = 0; i < run.size(); i++) {
      writes.put(run.key(i), run.write(i));
    }
  }

  /** Discards the writes of keys in {@code span}; earlier marks cannot be restored afterwards. */
  public void discard(KeySpan span) {
    NavigableMap<Key, BufferedWrite> discarded = within(span);
    discarded.forEach((key, write) -> bytes -= write.byteSize(key));
    discarded.clear();
    undo.clear();
    discardCount++;
  }

  /** Returns a mark for {@link #rollbackTo}. */
  public int mark() {
    return undo.size();
  }

  /** Returns the keys that were inserted since a mark, and whose absence the inserts presume. */
  public List<Key> insertsSince(int mark) {
    List<Key> inserts = new ArrayList<>();
    for (Undo change : undo.subList(mark, undo.size())) {
      switch (change) {
        case Replaced(Key key, BufferedWrite before) -> {
          if (before == null) {
            addInsert(key, inserts);
          }
        }
        case Added(SortedWriteRun run) -> {
          for (int i = 0; i < run.size(); i++) {
            addInsert(run.key(i), inserts);
          }
        }
      }
    }
    return inserts;
  }

  /** Returns the first inserted key that has a value in the store; null if there is none. */
  public @Nullable Key firstDuplicate(StoreReader store) {
    for (Key key : insertsSince(0)) {
      byte[] present = store.get(Space.ROWS, key);
      if (present != null && !VersionHeader.isTombstone(present)) {
        return key;
      }
    }
    return null;
  }

  private void addInsert(Key key, List<Key> inserts) {
    BufferedWrite write = get(key);
    if (write != null && write.condition() == Condition.ABSENT) {
      inserts.add(key);
    }
  }

  public void rollbackTo(int mark) {
    while (undo.size() > mark) {
      switch (undo.removeLast()) {
        case Replaced(Key key, BufferedWrite before) -> restore(key, before);
        case Added(SortedWriteRun run) -> {
          if (runs.remove(run)) {
            bytes -= run.bytes();
          } else {
            for (int i = 0; i < run.size(); i++) {
              restore(run.key(i), null);
            }
          }
        }
      }
    }
  }

  /**
   * Restores the write of a key, which is in no run: the undone change preceded the run, or the run
   * was moved to the tree.
   */
  private void restore(Key key, @Nullable BufferedWrite before) {
    BufferedWrite present = writes.get(key);
    bytes -= present == null ? 0 : present.byteSize(key);
    if (before == null) {
      writes.remove(key);
    } else {
      writes.put(key, before);
      bytes += before.byteSize(key);
    }
  }

  /** Returns the batch to commit, with its keys in ascending order. */
  public Mutations mutations() {
    Mutations mutations = new Mutations();
    Iterator<Map.Entry<Key, BufferedWrite>> singles = writes.entrySet().iterator();
    Map.Entry<Key, BufferedWrite> single = next(singles);
    for (SortedWriteRun run : runs.inOrder()) {
      for (int i = 0; i < run.size(); i++) {
        while (single != null && single.getKey().compareTo(run.key(i)) < 0) {
          single.getValue().addTo(mutations, single.getKey());
          single = next(singles);
        }
        run.write(i).addTo(mutations, run.key(i));
      }
    }
    for (; single != null; single = next(singles)) {
      single.getValue().addTo(mutations, single.getKey());
    }
    return mutations;
  }

  private static Map.@Nullable Entry<Key, BufferedWrite> next(
      Iterator<Map.Entry<Key, BufferedWrite>> singles) {
    return singles.hasNext() ? singles.next() : null;
  }

  private static ColonnadeException tooLarge(String what, long max) {
    return new ColonnadeException(
        ErrorCode.TRANSACTION_TOO_LARGE,
        "transaction too large: too many " + what + " written max=" + max);
  }

  /** Undo log record. */
  private sealed interface Undo {}

  private record Replaced(Key key, @Nullable BufferedWrite before) implements Undo {}

  private record Added(SortedWriteRun run) implements Undo {}
}
