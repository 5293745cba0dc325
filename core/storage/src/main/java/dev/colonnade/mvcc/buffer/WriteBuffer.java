package dev.colonnade.mvcc.buffer;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.VersionHeader;
import dev.colonnade.mvcc.commit.Condition;
import dev.colonnade.mvcc.commit.Mutations;
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
 * What a transaction is going to write, and how to go back to a savepoint. Not safe for concurrent
 * use.
 *
 * <p>Single writes are kept in a tree. Many that come together are kept as a {@link WriteRun},
 * which becomes a part of the tree as soon as somebody wants to see or change what is around it.
 */
public final class WriteBuffer {
  private final int writesMax;
  private final long bytesMax;
  private final NavigableMap<Key, Write> writes = new TreeMap<>();
  private final WriteRuns runs = new WriteRuns();

  /** What each change replaced, oldest first. */
  private final List<Undo> undo = new ArrayList<>();

  private long bytes;

  /** How often writes were forgotten: moments from before cannot be gone back to. */
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

  public @Nullable Write get(Key key) {
    Write single = writes.get(key);
    return single == null && !runs.isEmpty() ? runs.get(key) : single;
  }

  /** Whether nothing from one key to another was written. */
  public boolean isUntouched(Key first, Key last) {
    Key next = writes.ceilingKey(first);
    return (next == null || next.compareTo(last) > 0) && runs.hasRoomBetween(first, last);
  }

  /** The writes of keys in {@code span}; a view that must not outlive the next change. */
  public NavigableMap<Key, Write> within(KeySpan span) {
    runs.around(span).forEach(this::takeApart);
    return span.end().isInfinity()
        ? writes.tailMap(span.start(), true)
        : writes.subMap(span.start(), true, span.end(), false);
  }

  /**
   * A moment of the buffer.
   *
   * @param mark how much there was to undo
   * @param discardCount how often writes had been forgotten
   */
  public record Moment(int mark, int discardCount) {}

  public Moment moment() {
    return new Moment(undo.size(), discardCount);
  }

  /**
   * The writes of keys in {@code span} as they were at a moment, which no {@link #rollbackTo} may
   * have gone back behind. What was forgotten since is left out.
   */
  public NavigableMap<Key, Write> within(KeySpan span, Moment moment) {
    NavigableMap<Key, Write> present = within(span);
    if (moment.mark() >= undo.size() || moment.discardCount() != discardCount) {
      return present;
    }
    NavigableMap<Key, Write> then = new TreeMap<>(present);
    for (Undo change : undo.subList(moment.mark(), undo.size()).reversed()) {
      switch (change) {
        case Replaced(Key key, Write before) -> {
          if (before == null) {
            then.remove(key);
          } else if (span.contains(key)) {
            then.put(key, before);
          }
        }
        case Added(WriteRun run) -> {
          for (int i = 0; i < run.size(); i++) {
            then.remove(run.key(i));
          }
        }
      }
    }
    return then;
  }

  /** The values of keys in spans, with headers: tombstones where they are deleted. */
  public NavigableMap<Key, byte[]> over(List<KeySpan> spans) {
    NavigableMap<Key, byte[]> rows = new TreeMap<>();
    for (KeySpan span : spans) {
      within(span).forEach((key, write) -> rows.put(key, write.stored()));
    }
    return rows;
  }

  /** Whether there are writes of keys in {@code span}. */
  public boolean hasWithin(KeySpan span) {
    for (WriteRun run : runs.around(span)) {
      if (span.contains(run.first()) || span.contains(run.last())) {
        return true;
      }
    }
    return !within(span).isEmpty();
  }

  public void put(Key key, Write write) {
    WriteRun run = runs.holding(key);
    if (run != null) {
      takeApart(run);
    }
    long added = size(key, write);
    Write before = writes.get(key);
    long removed = before == null ? 0 : size(key, before);
    requireRoom(before == null ? 1 : 0, added - removed);
    undo.add(new Replaced(key, before));
    writes.put(key, write);
    bytes += added - removed;
  }

  /** Adds writes of keys that were not written before. */
  void putAll(WriteRun run) {
    if (!runs.hasRoomFor(run)) {
      for (int i = 0; i < run.size(); i++) {
        put(run.key(i), run.write(i));
      }
      return;
    }
    requireRoom(run.size(), run.bytes());
    undo.add(new Added(run));
    runs.add(run);
    bytes += run.bytes();
  }

  private void requireRoom(int addedCount, long addedBytes) {
    if (addedCount > writesMax - count()) {
      throw tooLarge("writes", writesMax);
    }
    if (bytes + addedBytes > bytesMax) {
      throw tooLarge("bytes", bytesMax);
    }
  }

  private void takeApart(WriteRun run) {
    runs.remove(run);
    for (int i = 0; i < run.size(); i++) {
      writes.put(run.key(i), run.write(i));
    }
  }

  /** Forgets the writes of keys in {@code span}; there is no way back behind it. */
  public void discard(KeySpan span) {
    NavigableMap<Key, Write> discarded = within(span);
    discarded.forEach((key, write) -> bytes -= size(key, write));
    discarded.clear();
    undo.clear();
    discardCount++;
  }

  /** A moment to which {@link #rollbackTo} can go back. */
  public int mark() {
    return undo.size();
  }

  /** The keys that were inserted since a moment, which were taken to be absent before. */
  public List<Key> insertsSince(int mark) {
    List<Key> inserts = new ArrayList<>();
    for (Undo change : undo.subList(mark, undo.size())) {
      switch (change) {
        case Replaced(Key key, Write before) -> {
          if (before == null) {
            addInsert(key, inserts);
          }
        }
        case Added(WriteRun run) -> {
          for (int i = 0; i < run.size(); i++) {
            addInsert(run.key(i), inserts);
          }
        }
      }
    }
    return inserts;
  }

  /** A key that was inserted, and that the store has a value for; null if there is none. */
  public @Nullable Key firstTaken(StoreReader store) {
    for (Key key : insertsSince(0)) {
      byte[] present = store.get(Space.ROWS, key);
      if (present != null && !VersionHeader.isTombstone(present)) {
        return key;
      }
    }
    return null;
  }

  private void addInsert(Key key, List<Key> inserts) {
    Write write = get(key);
    if (write != null && write.condition() == Condition.ABSENT) {
      inserts.add(key);
    }
  }

  public void rollbackTo(int mark) {
    while (undo.size() > mark) {
      switch (undo.removeLast()) {
        case Replaced(Key key, Write before) -> restore(key, before);
        case Added(WriteRun run) -> {
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

  /** The key is in no run: what is undone came before one, or was in one that was taken apart. */
  private void restore(Key key, @Nullable Write before) {
    Write present = writes.get(key);
    bytes -= present == null ? 0 : size(key, present);
    if (before == null) {
      writes.remove(key);
    } else {
      writes.put(key, before);
      bytes += size(key, before);
    }
  }

  /** The batch to commit, its keys in ascending order. */
  public Mutations mutations() {
    Mutations mutations = new Mutations();
    Iterator<Map.Entry<Key, Write>> singles = writes.entrySet().iterator();
    Map.Entry<Key, Write> single = next(singles);
    for (WriteRun run : runs.inOrder()) {
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

  private static Map.@Nullable Entry<Key, Write> next(Iterator<Map.Entry<Key, Write>> singles) {
    return singles.hasNext() ? singles.next() : null;
  }

  /** Bytes of a key and what is written to it. */
  static long size(Key key, Write write) {
    byte[] value = write.value();
    return (long) key.length() + (value == null ? 0 : value.length);
  }

  private static ColonnadeException tooLarge(String what, long max) {
    return new ColonnadeException(
        ErrorCode.TRANSACTION_TOO_LARGE,
        "transaction writes too much: too many " + what + " max=" + max);
  }

  /**
   * A change of one key.
   *
   * @param value null to delete
   * @param condition what the key must hold when the transaction commits
   * @param part whether the key is a part of a row that is counted by another key
   */
  @SuppressWarnings("ArrayRecordComponent") // handed over, never compared
  public record Write(byte @Nullable [] value, Condition condition, boolean part) {
    /** What the key holds for the transaction; null if it is deleted. */
    public @Nullable Version version() {
      return value == null ? null : new Version(0, value);
    }

    /** The value with its header as it would be in the store: a tombstone if it is deleted. */
    public byte[] stored() {
      return value == null ? VersionHeader.tombstone() : value;
    }

    /** The pipeline writes the timestamp into the value, at each attempt to commit. */
    private void addTo(Mutations mutations, Key key) {
      if (value == null && part) {
        mutations.deletePart(key);
      } else if (value == null) {
        mutations.delete(key, condition);
      } else if (part) {
        mutations.putPart(key, value, condition);
      } else {
        mutations.put(key, value, condition);
      }
    }
  }

  /** How to undo a change. */
  private sealed interface Undo {}

  private record Replaced(Key key, @Nullable Write before) implements Undo {}

  private record Added(WriteRun run) implements Undo {}
}
