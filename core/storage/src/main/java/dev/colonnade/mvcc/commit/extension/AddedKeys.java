package dev.colonnade.mvcc.commit.extension;

import dev.colonnade.key.Key;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * New keys of a group between which the store has no other key. They are in ascending order, and at
 * least one. Immutable.
 */
public final class AddedKeys implements ChangedKeys {
  private final List<Key> keys;
  private final int[] valueBytes;

  /**
   * Creates the keys.
   *
   * @param keys in ascending order; not changed afterwards. May create its elements when they are
   *     read
   * @param valueBytes bytes of the values, in the order of the keys; further elements are ignored
   */
  public AddedKeys(List<Key> keys, int[] valueBytes) {
    if (keys.isEmpty() || valueBytes.length < keys.size()) {
      throw new IllegalArgumentException(
          "wrong number of keys: keys=%d values=%d".formatted(keys.size(), valueBytes.length));
    }
    this.keys = Collections.unmodifiableList(keys);
    this.valueBytes = Arrays.copyOf(valueBytes, keys.size());
  }

  @Override
  public List<Key> keys() {
    return keys;
  }

  @Override
  public VersionDelta delta(int index) {
    Key key = keys.get(index);
    return new VersionDelta(key, 1, (long) key.length() + valueBytes[index], 0, 0, 0);
  }
}
