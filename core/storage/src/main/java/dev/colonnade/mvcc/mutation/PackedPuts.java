package dev.colonnade.mvcc.mutation;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Puts of keys in ascending order that may be new, in arrays of bytes instead of an object for
 * each: what a large commit writes to a table file. Immutable.
 */
public final class PackedPuts implements CompactWrites {
  private final List<Segment> segments;
  private final int count;
  private final long byteSize;

  /**
   * Creates the puts.
   *
   * @param segments at least one, in the order of their keys
   */
  public PackedPuts(List<Segment> segments) {
    this.segments = List.copyOf(segments);
    if (segments.isEmpty()) {
      throw new IllegalArgumentException("no segments");
    }
    int sum = 0;
    long bytes = 0;
    for (Segment segment : segments) {
      sum = Math.addExact(sum, segment.count());
      bytes += segment.byteSize();
    }
    count = sum;
    byteSize = bytes;
  }

  /**
   * Puts in one array.
   *
   * @param bytes keys and values, each value after its key
   * @param offsets offset of each key and of its value, and the end of the last value
   * @param condition permits that the key has no value
   * @param role of each key
   */
  @SuppressWarnings("ArrayRecordComponent") // shared, never compared
  public record Segment(byte[] bytes, int[] offsets, Condition condition, Mutation.Role role) {
    public Segment {
      requireNonNull(bytes, "bytes is null");
      if (offsets.length < 3 || offsets.length % 2 == 0) {
        throw new IllegalArgumentException("no puts offsets=" + offsets.length);
      }
      if (condition != Condition.ABSENT && condition != Condition.ANY) {
        throw new IllegalArgumentException("keys are not new condition=" + condition);
      }
      if (role == Mutation.Role.CHECK) {
        throw new IllegalArgumentException("no puts role=" + role);
      }
    }

    public int count() {
      return offsets.length / 2;
    }

    /** Returns the offset of a key, which its value follows. */
    public int keyOffset(int index) {
      return offsets[2 * index];
    }

    public int keyLength(int index) {
      return offsets[2 * index + 1] - offsets[2 * index];
    }

    public int valueLength(int index) {
      return offsets[2 * index + 2] - offsets[2 * index + 1];
    }

    /** Returns the bytes of a key and its value. */
    public int byteSize(int index) {
      return offsets[2 * index + 2] - offsets[2 * index];
    }

    /** Returns a copy of a key. */
    public Key key(int index) {
      return Key.wrap(Arrays.copyOfRange(bytes, offsets[2 * index], offsets[2 * index + 1]));
    }

    /** Returns some of the puts, in the same array. */
    public Segment slice(int from, int to) {
      return new Segment(bytes, Arrays.copyOfRange(offsets, 2 * from, 2 * to + 1), condition, role);
    }

    private byte[] value(int index) {
      return Arrays.copyOfRange(bytes, offsets[2 * index + 1], offsets[2 * index + 2]);
    }

    /** Returns the bytes of all keys and values. */
    public long byteSize() {
      return (long) offsets[offsets.length - 1] - offsets[0];
    }

    private Mutation.OfRow mutation(int index) {
      return new Mutation.OfRow(key(index), value(index), condition, role);
    }
  }

  public List<Segment> segments() {
    return segments;
  }

  @Override
  public int count() {
    return count;
  }

  @Override
  public long byteSize() {
    return byteSize;
  }

  /** Returns the lowest key. */
  public Key first() {
    return segments.getFirst().key(0);
  }

  /** Returns the highest key. */
  public Key last() {
    Segment last = segments.getLast();
    return last.key(last.count() - 1);
  }

  @Override
  public List<Mutation> mutations() {
    List<Mutation> mutations = new ArrayList<>(count);
    for (Segment segment : segments) {
      for (int i = 0; i < segment.count(); i++) {
        mutations.add(segment.mutation(i));
      }
    }
    return mutations;
  }

  @Override
  public void forEachRow(Mutations.RowVisitor visitor) {
    for (Segment segment : segments) {
      for (int i = 0; i < segment.count(); i++) {
        visitor.row(segment.key(i), segment.valueLength(i));
      }
    }
  }
}
