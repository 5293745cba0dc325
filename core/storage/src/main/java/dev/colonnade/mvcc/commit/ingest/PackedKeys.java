package dev.colonnade.mvcc.commit.ingest;

import dev.colonnade.key.Key;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.RandomAccess;

/**
 * List of keys that has their bytes in arrays of limited size, instead of an object for each, which
 * the garbage collector would copy. An element is created when it is read. Filled by one thread.
 */
final class PackedKeys extends AbstractList<Key> implements RandomAccess {
  /** Number of keys with one array. */
  private static final int PART_KEYS = 1 << 10;

  private byte[][] parts = new byte[16][];

  /** End of each key in its array. */
  private int[] ends = new int[PART_KEYS];

  /** Keys that are not in an array of their own yet. */
  private byte[] open = new byte[PART_KEYS * 16];

  private int count;

  /** Adds the first bytes of an array. */
  void add(byte[] bytes, int length) {
    int inPart = count % PART_KEYS;
    int from = inPart == 0 ? 0 : ends[count - 1];
    if (inPart == 0 && count > 0) {
      endPart();
    }
    int end = Math.addExact(from, length);
    if (open.length < end) {
      open = Arrays.copyOf(open, Math.max(end, 2 * open.length));
    }
    System.arraycopy(bytes, 0, open, from, length);
    if (ends.length == count) {
      ends = Arrays.copyOf(ends, 2 * count);
    }
    ends[count] = end;
    count++;
  }

  private void endPart() {
    int part = count / PART_KEYS - 1;
    if (part == parts.length) {
      parts = Arrays.copyOf(parts, 2 * part);
    }
    parts[part] = Arrays.copyOf(open, ends[count - 1]);
  }

  @Override
  public Key get(int index) {
    if (index >= count) {
      throw new IndexOutOfBoundsException("no such key index=%d count=%d".formatted(index, count));
    }
    boolean isOpen = index / PART_KEYS == (count - 1) / PART_KEYS;
    byte[] bytes = isOpen ? open : parts[index / PART_KEYS];
    int from = index % PART_KEYS == 0 ? 0 : ends[index - 1];
    return Key.wrap(Arrays.copyOfRange(bytes, from, ends[index]));
  }

  @Override
  public int size() {
    return count;
  }
}
