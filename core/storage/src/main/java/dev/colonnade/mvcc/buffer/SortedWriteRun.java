package dev.colonnade.mvcc.buffer;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.PackedPuts;
import java.util.Arrays;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Immutable sorted run of writes, of keys that the transaction had not written before. Keys and
 * values are stored in one array instead of an object for each, which the garbage collector would
 * copy for as long as the transaction lasts.
 */
final class SortedWriteRun {
  /** Size from which on the array of a value is stored instead of its bytes. */
  static final int LARGE_VALUE_BYTES_MIN = 1_024;

  /** Bytes of a run without its writes: objects, headers of the arrays, bounds, undo record. */
  private static final int OVERHEAD_BYTES = 400;

  /** Bytes of a write in addition to its key, value and condition: two offsets and the flags. */
  private static final int WRITE_OVERHEAD_BYTES = 2 * Integer.BYTES + 1;

  private static final int REFERENCE_BYTES = 8;

  private static final byte DELETED = 1;
  private static final byte PART = 2;
  private static final byte LARGE = 4;

  private final int count;

  /** Keys and values, each value after its key. */
  private final byte[] packed;

  /** Offsets in {@link #packed} of each key and of its value, and the end of the last value. */
  private final int[] offsets;

  private final byte[] flags;

  /** Conditions by index; a single one if all are equal. */
  private final Condition[] conditions;

  /** Values that are not packed, by index; null if there are none. */
  private final byte @Nullable [] @Nullable [] large;

  private final Key first;
  private final Key last;
  private final long bytes;

  /**
   * Creates a run.
   *
   * @param keys at least one key, strictly ascending
   */
  SortedWriteRun(Key[] keys, BufferedWrite[] writes) {
    assert keys.length > 0 && keys.length == writes.length;
    count = keys.length;
    first = keys[0];
    last = keys[count - 1];
    offsets = new int[2 * count + 1];
    flags = new byte[count];
    conditions = conditionsOf(writes);
    byte[][] largeValues = null;
    long byteSum = 0;
    int end = 0;
    for (int i = 0; i < count; i++) {
      byte[] value = writes[i].value();
      flags[i] = flagsOf(writes[i]);
      byteSum += writes[i].byteSize(keys[i]);
      end = Math.addExact(end, keys[i].length());
      offsets[2 * i + 1] = end;
      if (value != null && isLarge(value)) {
        largeValues = largeValues == null ? new byte[count][] : largeValues;
        largeValues[i] = value;
      } else {
        end = value == null ? end : Math.addExact(end, value.length);
      }
      offsets[2 * i + 2] = end;
    }
    bytes = byteSum;
    large = largeValues;
    packed = packed(keys, writes, end);
  }

  private static Condition[] conditionsOf(BufferedWrite[] writes) {
    Condition first = writes[0].condition();
    for (BufferedWrite write : writes) {
      if (!write.condition().equals(first)) {
        return Stream.of(writes).map(BufferedWrite::condition).toArray(Condition[]::new);
      }
    }
    return new Condition[] {first};
  }

  private static boolean isLarge(byte[] value) {
    return value.length >= LARGE_VALUE_BYTES_MIN;
  }

  private static byte flagsOf(BufferedWrite write) {
    byte[] value = write.value();
    int kind = value == null ? DELETED : isLarge(value) ? LARGE : 0;
    return (byte) (kind | (write.part() ? PART : 0));
  }

  private byte[] packed(Key[] keys, BufferedWrite[] writes, int size) {
    byte[] target = new byte[size];
    for (int i = 0; i < count; i++) {
      System.arraycopy(keys[i].bytes(), 0, target, offsets[2 * i], keys[i].length());
      byte[] value = writes[i].value();
      if (value != null && !isLarge(value)) {
        System.arraycopy(value, 0, target, offsets[2 * i + 1], value.length);
      }
    }
    return target;
  }

  int size() {
    return count;
  }

  /** Returns the bytes of all keys and values. */
  long bytes() {
    return bytes;
  }

  /** Returns the bytes of memory of the run in addition to its keys and values. */
  long overheadBytes() {
    return OVERHEAD_BYTES
        + (long) WRITE_OVERHEAD_BYTES * count
        + (long) REFERENCE_BYTES * (conditions.length + (large == null ? 0 : count));
  }

  /** Returns whether all writes are deletes. */
  boolean isDeletesOnly() {
    for (byte flag : flags) {
      if ((flag & DELETED) == 0) {
        return false;
      }
    }
    return true;
  }

  Key key(int index) {
    return Key.wrap(Arrays.copyOfRange(packed, offsets[2 * index], offsets[2 * index + 1]));
  }

  BufferedWrite write(int index) {
    boolean isPart = (flags[index] & PART) != 0;
    return new BufferedWrite(value(index), condition(index), isPart);
  }

  Condition condition(int index) {
    return conditions.length == 1 ? conditions[0] : conditions[index];
  }

  /** Returns the role of a key that is deleted; null if a write is a put. */
  Mutation.@Nullable Role roleOfDelete(int index) {
    if ((flags[index] & DELETED) == 0) {
      return null;
    }
    return (flags[index] & PART) != 0 ? Mutation.Role.PART : Mutation.Role.ROW;
  }

  private byte @Nullable [] value(int index) {
    if ((flags[index] & DELETED) != 0) {
      return null;
    }
    if (large != null && (flags[index] & LARGE) != 0) {
      return large[index];
    }
    return Arrays.copyOfRange(packed, offsets[2 * index + 1], offsets[2 * index + 2]);
  }

  /**
   * Returns the writes as packed puts of keys that may be new; null if some of them are something
   * else.
   */
  PackedPuts.@Nullable Segment puts() {
    boolean maybeNew =
        conditions.length == 1
            && (conditions[0] == Condition.ABSENT || conditions[0] == Condition.ANY);
    if (!maybeNew || large != null) {
      return null;
    }
    for (byte flag : flags) {
      if (flag != flags[0] || (flag & DELETED) != 0) {
        return null;
      }
    }
    Mutation.Role role = (flags[0] & PART) != 0 ? Mutation.Role.PART : Mutation.Role.ROW;
    return new PackedPuts.Segment(packed, offsets, conditions[0], role);
  }

  Key first() {
    return first;
  }

  Key last() {
    return last;
  }

  @Nullable BufferedWrite get(Key key) {
    int low = 0;
    int high = count - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = order(middle, key);
      if (order == 0) {
        return write(middle);
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return null;
  }

  private int order(int index, Key key) {
    return Arrays.compareUnsigned(
        packed, offsets[2 * index], offsets[2 * index + 1], key.bytes(), 0, key.length());
  }
}
