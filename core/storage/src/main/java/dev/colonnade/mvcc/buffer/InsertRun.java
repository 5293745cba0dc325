package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.Condition;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Keys that a transaction is to insert together, by {@link Transaction#insertAll}. Those that come
 * in ascending order, and between which the transaction has written nothing, take the least memory
 * and time. Filled by one thread, then given away once.
 */
public final class InsertRun {
  private record One(Key key, WriteBuffer.Write write) {}

  private final List<One> ones;
  private final Set<Key> repeated = new HashSet<>();
  private boolean isSorted = true;

  public InsertRun(int expectedCount) {
    ones = new ArrayList<>(expectedCount);
  }

  /**
   * What keeps a run from being inserted.
   *
   * @param present keys that are there already
   * @param repeated keys that come more than once in the run
   */
  public record Refused(Set<Key> present, Set<Key> repeated) {
    public Refused {
      present = Set.copyOf(present);
      repeated = Set.copyOf(repeated);
    }

    public boolean isEmpty() {
      return present.isEmpty() && repeated.isEmpty();
    }
  }

  /** Adds a row, which must not be there yet. */
  public void row(Key key, byte[] value) {
    add(
        key,
        new WriteBuffer.Write(requireNonNull(value, "value is null"), Condition.ABSENT, false));
  }

  /**
   * Adds a key that goes with a row.
   *
   * @param isUnique whether it must not be there yet
   */
  public void part(Key key, byte[] value, boolean isUnique) {
    add(
        key,
        new WriteBuffer.Write(
            requireNonNull(value, "value is null"),
            isUnique ? Condition.ABSENT : Condition.ANY,
            true));
  }

  private void add(Key key, WriteBuffer.Write write) {
    isSorted = isSorted && (ones.isEmpty() || ones.getLast().key().compareTo(key) < 0);
    ones.add(new One(key, write));
  }

  public boolean isEmpty() {
    return ones.isEmpty();
  }

  /** The keys that must not be there yet, in ascending order. */
  public List<Key> keysToBeAbsent() {
    sort();
    List<Key> keys = new ArrayList<>(ones.size());
    for (One one : ones) {
      if (one.write().condition() == Condition.ABSENT) {
        keys.add(one.key());
      }
    }
    return keys;
  }

  /** Keys that come more than once. */
  public Set<Key> repeated() {
    sort();
    return repeated;
  }

  private void sort() {
    if (isSorted) {
      return;
    }
    isSorted = true;
    ones.sort(Comparator.comparing(One::key));
    for (int i = 1; i < ones.size(); i++) {
      if (ones.get(i).key().equals(ones.get(i - 1).key())) {
        repeated.add(ones.get(i).key());
      }
    }
  }

  /** Writes all of it, none of which is there. */
  public void writeTo(WriteBuffer writes) {
    sort();
    if (ones.isEmpty()) {
      return;
    }
    Key[] keys = new Key[ones.size()];
    WriteBuffer.Write[] all = new WriteBuffer.Write[keys.length];
    boolean isNew = writes.isUntouched(ones.getFirst().key(), ones.getLast().key());
    boolean isFree = true;
    for (int i = 0; i < keys.length; i++) {
      One one = ones.get(i);
      keys[i] = one.key();
      all[i] = one.write();
      isFree &= isNew || writes.get(one.key()) == null;
    }
    if (isFree) {
      writes.putAll(new WriteRun(keys, all));
    } else {
      for (int i = 0; i < keys.length; i++) {
        put(writes, keys[i], all[i]);
      }
    }
  }

  /** What was deleted by the transaction itself keeps its condition. */
  private static void put(WriteBuffer writes, Key key, WriteBuffer.Write write) {
    WriteBuffer.Write own = writes.get(key);
    writes.put(
        key,
        own == null ? write : new WriteBuffer.Write(write.value(), own.condition(), write.part()));
  }
}
