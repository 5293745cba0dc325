package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Writes of keys in ascending order that a transaction had not written before: they take a place in
 * two arrays each, and none in a tree. Never changed.
 */
final class WriteRun {
  private final Key[] keys;
  private final WriteBuffer.Write[] writes;
  private final long bytes;

  /**
   * A run.
   *
   * @param keys ascending, at least one, each of them once
   */
  WriteRun(Key[] keys, WriteBuffer.Write[] writes) {
    assert keys.length > 0 && keys.length == writes.length;
    this.keys = keys;
    this.writes = writes;
    long sum = 0;
    for (int i = 0; i < keys.length; i++) {
      sum += WriteBuffer.size(keys[i], writes[i]);
    }
    bytes = sum;
  }

  int size() {
    return keys.length;
  }

  /** Of all keys and values. */
  long bytes() {
    return bytes;
  }

  Key key(int index) {
    return keys[index];
  }

  WriteBuffer.Write write(int index) {
    return writes[index];
  }

  Key first() {
    return keys[0];
  }

  Key last() {
    return keys[keys.length - 1];
  }

  WriteBuffer.@Nullable Write get(Key key) {
    int index = Arrays.binarySearch(keys, key);
    return index < 0 ? null : writes[index];
  }
}
