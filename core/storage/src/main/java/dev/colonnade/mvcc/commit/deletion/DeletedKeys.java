package dev.colonnade.mvcc.commit.deletion;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.conflict.RowEffect;
import dev.colonnade.mvcc.commit.extension.ChangedKeys;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.deletion.KeyList;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Keys with a value that a large commit deletes, in ascending order: all keys with a value from the
 * first to the last one, or some of them. One thread.
 */
public final class DeletedKeys implements ChangedKeys {
  private final List<Key> keys = new ArrayList<>();
  private int[] valueBytes = new int[1 << 10];
  private long byteSize;

  /** Number of keys that are not adjacent to the one before. */
  private int gapCount;

  private @Nullable KeyList list;

  void add(Key key, int bytes, boolean isAdjacent) {
    gapCount += isAdjacent || keys.isEmpty() ? 0 : 1;
    if (keys.size() == valueBytes.length) {
      valueBytes = Arrays.copyOf(valueBytes, 2 * valueBytes.length);
    }
    valueBytes[keys.size()] = bytes;
    keys.add(key);
    byteSize += key.length();
  }

  /** Returns the bytes of the keys. */
  long byteSize() {
    return byteSize;
  }

  /** Removes and returns the adjacent keys from an index on. */
  DeletedKeys splitAt(int index) {
    DeletedKeys adjacent = new DeletedKeys();
    for (int i = index; i < keys.size(); i++) {
      adjacent.add(keys.get(i), valueBytes[i], true);
    }
    keys.subList(index, keys.size()).clear();
    byteSize -= adjacent.byteSize;
    gapCount -= index == 0 ? 0 : 1;
    return adjacent;
  }

  /** Completes the keys: none is added any more. */
  void complete() {
    list = gapCount > 0 ? KeyList.of(keys) : null;
  }

  /** Returns the list of the keys; null if no other keys with a value are between them. */
  public @Nullable KeyList list() {
    return list;
  }

  @Override
  public List<Key> keys() {
    return keys;
  }

  public Key first() {
    return keys.getFirst();
  }

  public Key last() {
    return keys.getLast();
  }

  @Override
  public VersionDelta delta(int index) {
    return RowEffect.deleted(keys.get(index), valueBytes[index]);
  }

  /** Returns a delete for each key, all of them of rows. */
  public Mutations rows() {
    Mutations mutations = new Mutations();
    keys.forEach(key -> mutations.delete(key, Condition.PRESENT));
    return mutations;
  }

  /** Returns a delete for each key, all of them parts of rows. */
  public Mutations parts() {
    Mutations mutations = new Mutations();
    keys.forEach(mutations::deletePart);
    return mutations;
  }
}
