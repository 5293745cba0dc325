package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Immutable sorted run of writes, of keys that the transaction had not written before: stored in
 * two arrays instead of a tree.
 */
final class SortedWriteRun {
  private final Key[] keys;
  private final BufferedWrite[] writes;
  private final long bytes;

  /**
   * Creates a run.
   *
   * @param keys at least one key, strictly ascending
   */
  SortedWriteRun(Key[] keys, BufferedWrite[] writes) {
    assert keys.length > 0 && keys.length == writes.length;
    this.keys = keys;
    this.writes = writes;
    long sum = 0;
    for (int i = 0; i < keys.length; i++) {
      sum += writes[i].byteSize(keys[i]);
    }
    bytes = sum;
  }

  int size() {
    return keys.length;
  }

  /** Returns the bytes of all keys and values. */
  long bytes() {
    return bytes;
  }

  Key key(int index) {
    return keys[index];
  }

  BufferedWrite write(int index) {
    return writes[index];
  }

  Key first() {
    return keys[0];
  }

  Key last() {
    return keys[keys.length - 1];
  }

  @Nullable BufferedWrite get(Key key) {
    int index = Arrays.binarySearch(keys, key);
    return index < 0 ? null : writes[index];
  }
}
