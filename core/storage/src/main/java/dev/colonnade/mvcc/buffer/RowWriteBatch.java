package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.mvcc.mutation.Condition;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Batch of keys that a transaction inserts together by {@code Transaction.insertAll}, of locked
 * rows that it changes together by {@code Transaction.changeAll}, or of their parts. Keys in
 * ascending order, between which the transaction has written nothing, need the least memory and
 * time. Filled by one thread, then submitted once.
 */
public final class RowWriteBatch {
  private record Entry(Key key, BufferedWrite write) {}

  private final List<Entry> entries;
  private final Set<Key> repeated = new HashSet<>();

  /** Deleted keys that another row may get. */
  private final List<Key> uniqueKeys = new ArrayList<>(0);

  private boolean isSorted = true;
  private boolean isNew;

  /** Condition of the latest change: most rows of a batch have versions of few commits. */
  private @Nullable Condition versionIs;

  private long versionTimestamp;

  public RowWriteBatch(int expectedCount) {
    entries = new ArrayList<>(expectedCount);
  }

  /**
   * Keys that prevent an insert.
   *
   * @param present keys that exist already
   * @param repeated keys that occur more than once in the batch
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

  /** Adds a row, which must not exist yet. */
  public void row(Key key, byte[] value) {
    add(key, new BufferedWrite(requireNonNull(value, "value is null"), Condition.ABSENT, false));
  }

  /**
   * Adds a key that is a part of a row.
   *
   * @param isUnique whether the key must not exist yet
   */
  public void part(Key key, byte[] value, boolean isUnique) {
    add(
        key,
        new BufferedWrite(
            requireNonNull(value, "value is null"),
            isUnique ? Condition.ABSENT : Condition.ANY,
            true));
  }

  /**
   * Adds a delete of a key that is a part of a row.
   *
   * @param isUnique whether another row may get the key
   */
  public void deletedPart(Key key, boolean isUnique) {
    add(key, BufferedWrite.DELETED_PART);
    if (isUnique) {
      uniqueKeys.add(key);
    }
  }

  /**
   * Adds a change of a locked row.
   *
   * @param value null to delete the row
   * @param version the row's version when it was locked
   */
  public void change(Key key, byte @Nullable [] value, Version version) {
    Condition condition = versionIs;
    if (condition == null || versionTimestamp != version.timestamp()) {
      condition = Condition.versionIs(version.timestamp());
      versionIs = condition;
      versionTimestamp = version.timestamp();
    }
    add(key, new BufferedWrite(value, condition, false));
  }

  /** Adds a delete of a locked row that was not read. */
  public void delete(Key key, Condition condition) {
    add(key, new BufferedWrite(null, condition, false));
  }

  private void add(Key key, BufferedWrite write) {
    isSorted = isSorted && (entries.isEmpty() || entries.getLast().key().compareTo(key) < 0);
    entries.add(new Entry(key, write));
  }

  public boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Returns whether a condition holds for all keys. */
  public boolean isEveryKey(Predicate<Key> condition) {
    return entries.stream().allMatch(entry -> condition.test(entry.key()));
  }

  /** Passes all writes to {@code visitor}. */
  void forEach(BiConsumer<Key, BufferedWrite> visitor) {
    entries.forEach(entry -> visitor.accept(entry.key(), entry.write()));
  }

  /** Returns the keys that must not exist yet, in ascending order. */
  public List<Key> keysToBeAbsent() {
    sort();
    List<Key> keys = new ArrayList<>(entries.size());
    for (Entry entry : entries) {
      if (entry.write().condition() == Condition.ABSENT) {
        keys.add(entry.key());
      }
    }
    return keys;
  }

  /** Returns the deleted keys that another row may get, in ascending order. */
  public List<Key> uniqueKeys() {
    Collections.sort(uniqueKeys);
    return uniqueKeys;
  }

  /** Returns the keys that occur more than once. */
  public Set<Key> repeated() {
    sort();
    return repeated;
  }

  private void sort() {
    if (isSorted) {
      return;
    }
    isSorted = true;
    entries.sort(Comparator.comparing(Entry::key));
    for (int i = 1; i < entries.size(); i++) {
      if (entries.get(i).key().equals(entries.get(i - 1).key())) {
        repeated.add(entries.get(i).key());
      }
    }
  }

  /** Writes the batch: new keys that do not exist, or locked rows. */
  public void writeTo(WriteBuffer writes) {
    writeTo(writes, false);
  }

  /**
   * Writes the batch.
   *
   * @param isCertainlyNew whether the transaction has certainly written none of the keys before
   */
  public void writeTo(WriteBuffer writes, boolean isCertainlyNew) {
    sort();
    if (entries.isEmpty()) {
      return;
    }
    Key[] keys = new Key[entries.size()];
    BufferedWrite[] all = new BufferedWrite[keys.length];
    boolean isUntouched =
        isCertainlyNew || writes.isUntouched(entries.getFirst().key(), entries.getLast().key());
    isNew = true;
    for (int i = 0; i < keys.length; i++) {
      Entry entry = entries.get(i);
      keys[i] = entry.key();
      all[i] = entry.write();
      isNew &= isUntouched || writes.get(entry.key()) == null;
    }
    if (isNew) {
      writes.putAll(new SortedWriteRun(keys, all));
    } else {
      for (int i = 0; i < keys.length; i++) {
        writes.change(keys[i], all[i]);
      }
    }
  }

  /** Returns whether the batch was written and the transaction had written none of its keys. */
  public boolean isNew() {
    return isNew;
  }
}
