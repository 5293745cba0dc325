package dev.colonnade.mvcc.commit.deletion;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.commit.conflict.RowEffect;
import dev.colonnade.mvcc.commit.extension.VersionDelta;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutations;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Adjacent keys with a value that a large commit deletes, in ascending order. One thread. */
public final class DeletedKeys {
  private final List<Key> keys = new ArrayList<>();
  private int[] valueBytes = new int[1 << 10];
  private long byteSize;

  void add(Key key, int bytes) {
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

  public int count() {
    return keys.size();
  }

  public Key first() {
    return keys.getFirst();
  }

  public Key last() {
    return keys.getLast();
  }

  /** Returns the change of statistics by the delete of a key. */
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
