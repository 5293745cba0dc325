package dev.colonnade.mvcc.txn;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.mvcc.commit.Condition;
import dev.colonnade.mvcc.commit.Mutations;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a transaction is going to write, and how to go back to a savepoint. Not safe for concurrent
 * use.
 */
final class WriteBuffer {
  private final int writesMax;
  private final long bytesMax;
  private final NavigableMap<Key, Write> writes = new TreeMap<>();

  /** What each change replaced, oldest first. */
  private final List<Replaced> undo = new ArrayList<>();

  private long bytes;

  WriteBuffer(int writesMax, long bytesMax) {
    this.writesMax = writesMax;
    this.bytesMax = bytesMax;
  }

  boolean isEmpty() {
    return writes.isEmpty();
  }

  int count() {
    return writes.size();
  }

  long bytes() {
    return bytes;
  }

  @Nullable Write get(Key key) {
    return writes.get(key);
  }

  /** The writes of keys in {@code span}; a view that must not outlive the next change. */
  NavigableMap<Key, Write> within(KeySpan span) {
    return span.end().isInfinity()
        ? writes.tailMap(span.start(), true)
        : writes.subMap(span.start(), true, span.end(), false);
  }

  void put(Key key, Write write) {
    long added = size(key, write);
    Write before = writes.get(key);
    long removed = before == null ? 0 : size(key, before);
    if (before == null && writes.size() >= writesMax) {
      throw tooLarge("writes", writesMax);
    }
    if (bytes + added - removed > bytesMax) {
      throw tooLarge("bytes", bytesMax);
    }
    undo.add(new Replaced(key, before));
    writes.put(key, write);
    bytes += added - removed;
  }

  /** Forgets the writes of keys in {@code span}; there is no way back behind it. */
  void discard(KeySpan span) {
    NavigableMap<Key, Write> discarded = within(span);
    discarded.forEach((key, write) -> bytes -= size(key, write));
    discarded.clear();
    undo.clear();
  }

  /** A moment to which {@link #rollbackTo} can go back. */
  int mark() {
    return undo.size();
  }

  /** The keys that were inserted since a moment, which were taken to be absent before. */
  List<Key> insertsSince(int mark) {
    return undo.subList(mark, undo.size()).stream()
        .filter(replaced -> replaced.before() == null)
        .map(Replaced::key)
        .filter(
            key -> {
              Write write = writes.get(key);
              return write != null && write.condition() == Condition.ABSENT;
            })
        .toList();
  }

  void rollbackTo(int mark) {
    while (undo.size() > mark) {
      Replaced replaced = undo.removeLast();
      Write present = writes.get(replaced.key());
      bytes -= present == null ? 0 : size(replaced.key(), present);
      if (replaced.before() == null) {
        writes.remove(replaced.key());
      } else {
        writes.put(replaced.key(), replaced.before());
        bytes += size(replaced.key(), replaced.before());
      }
    }
  }

  /** The batch to commit. */
  Mutations mutations() {
    Mutations mutations = new Mutations();
    writes.forEach((key, write) -> write.addTo(mutations, key));
    return mutations;
  }

  private static long size(Key key, Write write) {
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
  record Write(byte @Nullable [] value, Condition condition, boolean part) {
    private void addTo(Mutations mutations, Key key) {
      // The pipeline writes the timestamp into the value, and a commit may be tried twice.
      byte[] copy = value == null ? null : value.clone();
      if (copy == null && part) {
        mutations.deletePart(key);
      } else if (copy == null) {
        mutations.delete(key, condition);
      } else if (part) {
        mutations.putPart(key, copy, condition);
      } else {
        mutations.put(key, copy, condition);
      }
    }
  }

  private record Replaced(Key key, @Nullable Write before) {}
}
