package dev.colonnade.scan.cache;

import dev.colonnade.key.Key;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys of a cached block that commits have changed since the block was loaded, ascending: rows that
 * scans read from the store (delta). Immutable.
 */
final class ChangedKeys {
  static final ChangedKeys NONE = new ChangedKeys(new Key[0]);

  private final Key[] keys;

  private ChangedKeys(Key[] keys) {
    this.keys = keys;
  }

  int count() {
    return keys.length;
  }

  Key key(int index) {
    return keys[index];
  }

  /** Returns these keys and another one; the same object if it is among them. */
  ChangedKeys with(Key key) {
    int at = Arrays.binarySearch(keys, key);
    if (at >= 0) {
      return this;
    }
    int insertion = -at - 1;
    Key[] more = new Key[keys.length + 1];
    System.arraycopy(keys, 0, more, 0, insertion);
    more[insertion] = key;
    System.arraycopy(keys, insertion, more, insertion + 1, keys.length - insertion);
    return new ChangedKeys(more);
  }

  /** Returns the index of the first key at or above {@code bound}; {@link #count} if none is. */
  int firstAtOrAbove(Key bound) {
    int at = Arrays.binarySearch(keys, bound);
    return at >= 0 ? at : -at - 1;
  }

  /** Returns the first key at or above {@code bound}; null if none is. */
  @Nullable Key ceiling(Key bound) {
    int index = firstAtOrAbove(bound);
    return index == keys.length ? null : keys[index];
  }

  /** Returns the last key below {@code bound}; null if none is. */
  @Nullable Key lower(Key bound) {
    int index = firstAtOrAbove(bound);
    return index == 0 ? null : keys[index - 1];
  }
}
