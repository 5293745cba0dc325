package dev.colonnade.bulk;

import dev.colonnade.mvcc.VersionCursor;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/** Pairs of keys and values in ascending order of the keys, merged from sorted runs. One thread. */
public final class SortedPairs {
  /** Heap of the runs that have a current pair, by its key. */
  private final PairSource[] heap;

  private int size;
  private boolean isStarted;

  private SortedPairs(PairSource[] heap, int size) {
    this.heap = heap;
    this.size = size;
  }

  static SortedPairs merged(List<PairSource> runs) {
    try {
      PairSource[] heap = new PairSource[runs.size()];
      int size = 0;
      for (PairSource run : runs) {
        if (run.next()) {
          heap[size++] = run;
        }
      }
      SortedPairs pairs = new SortedPairs(heap, size);
      for (int at = size / 2 - 1; at >= 0; at--) {
        pairs.sink(at);
      }
      return pairs;
    } catch (IOException e) {
      throw SortSpace.failure(e);
    }
  }

  /**
   * Returns the visible pairs of a cursor that is at the first one, under other keys.
   *
   * @param prefix first bytes of the keys, instead of as many of their own
   */
  public static SortedPairs of(VersionCursor cursor, byte[] prefix) {
    return merged(List.of(new CursorPairs(cursor, prefix)));
  }

  /** Moves to the next pair; returns false behind the last one. */
  public boolean next() {
    if (isStarted && size > 0) {
      try {
        if (!heap[0].next()) {
          heap[0] = heap[--size];
        }
        sink(0);
      } catch (IOException e) {
        throw SortSpace.failure(e);
      }
    }
    isStarted = true;
    return size > 0;
  }

  /** Returns the array that contains the current pair, until the next move. */
  byte[] bytes() {
    return heap[0].bytes();
  }

  /** Returns the offset of the key of the current pair, which its value follows. */
  int keyOffset() {
    return heap[0].keyOffset();
  }

  int keyLength() {
    return heap[0].keyLength();
  }

  int valueLength() {
    return heap[0].valueLength();
  }

  /** Returns a copy of the key of the current pair. */
  public byte[] key() {
    int from = keyOffset();
    return Arrays.copyOfRange(bytes(), from, from + keyLength());
  }

  /** Returns a copy of the value of the current pair. */
  public byte[] value() {
    int from = keyOffset() + keyLength();
    return Arrays.copyOfRange(bytes(), from, from + valueLength());
  }

  private void sink(int from) {
    int at = from;
    while (true) {
      int child = 2 * at + 1;
      if (child >= size) {
        return;
      }
      if (child + 1 < size && isLess(child + 1, child)) {
        child++;
      }
      if (!isLess(child, at)) {
        return;
      }
      PairSource moved = heap[at];
      heap[at] = heap[child];
      heap[child] = moved;
      at = child;
    }
  }

  private boolean isLess(int one, int other) {
    PairSource left = heap[one];
    PairSource right = heap[other];
    int leftFrom = left.keyOffset();
    int rightFrom = right.keyOffset();
    return Arrays.compareUnsigned(
            left.bytes(),
            leftFrom,
            leftFrom + left.keyLength(),
            right.bytes(),
            rightFrom,
            rightFrom + right.keyLength())
        < 0;
  }
}
