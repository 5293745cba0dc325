package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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

  /** Returns a run with the writes of runs that have no key in common. */
  static SortedWriteRun merged(List<SortedWriteRun> runs) {
    int count = runs.stream().mapToInt(SortedWriteRun::size).sum();
    List<Position> positions = new ArrayList<>(count);
    for (SortedWriteRun run : runs) {
      for (int i = 0; i < run.size(); i++) {
        positions.add(new Position(run, i));
      }
    }
    positions.sort(Comparator.comparing(Position::key)); // merges the runs
    Key[] keys = new Key[count];
    BufferedWrite[] writes = new BufferedWrite[count];
    for (int i = 0; i < count; i++) {
      keys[i] = positions.get(i).key();
      writes[i] = positions.get(i).run.write(positions.get(i).index);
    }
    return new SortedWriteRun(keys, writes);
  }

  /** Write of a run. */
  private record Position(SortedWriteRun run, int index) {
    Key key() {
      return run.key(index);
    }
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
