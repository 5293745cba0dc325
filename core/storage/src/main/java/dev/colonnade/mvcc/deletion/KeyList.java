package dev.colonnade.mvcc.deletion;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.memory.NativeMemory;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Immutable list of distinct keys in ascending order, without an object for each: the bytes that
 * all begin with are stored once. Thread-safe.
 *
 * <pre>
 *   encoded   number of keys (i32), bytes of the common prefix (i32), prefix,
 *             bytes of each key behind the prefix (u16 each), these bytes; all little-endian
 * </pre>
 */
public final class KeyList {
  private static final int COUNTS_BYTES = 2 * Integer.BYTES;

  private final byte[] prefix;

  /** Bytes of each key after the prefix. */
  private final byte[] rest;

  private final int count;

  /**
   * Offset in {@link #rest} of each key, and the end of the last one; null if all keys have the
   * same number of bytes.
   */
  private final int @Nullable [] offsets;

  private KeyList(byte[] prefix, byte[] rest, int[] offsets) {
    this.prefix = prefix;
    this.rest = rest;
    count = offsets.length - 1;
    this.offsets = isRegular(offsets) ? null : offsets;
  }

  private static boolean isRegular(int[] offsets) {
    for (int i = 1; i < offsets.length; i++) {
      if (offsets[i] != i * offsets[1]) {
        return false;
      }
    }
    return true;
  }

  private int offset(int index) {
    int[] irregular = offsets;
    return irregular == null ? index * (rest.length / count) : irregular[index];
  }

  /**
   * Returns a list.
   *
   * @param keys at least one, strictly ascending
   */
  public static KeyList of(List<Key> keys) {
    byte[] first = keys.getFirst().bytes();
    byte[] last = keys.getLast().bytes();
    int common = Arrays.mismatch(first, last);
    int prefixLength = common < 0 ? first.length : common;
    int[] offsets = new int[keys.size() + 1];
    for (int i = 0; i < keys.size(); i++) {
      offsets[i + 1] = Math.addExact(offsets[i], keys.get(i).length() - prefixLength);
    }
    byte[] rest = new byte[offsets[keys.size()]];
    for (int i = 0; i < keys.size(); i++) {
      byte[] key = keys.get(i).bytes();
      System.arraycopy(key, prefixLength, rest, offsets[i], key.length - prefixLength);
    }
    return new KeyList(Arrays.copyOf(first, prefixLength), rest, offsets);
  }

  int count() {
    return count;
  }

  /** Returns a copy of a key. */
  Key key(int index) {
    int length = offset(index + 1) - offset(index);
    byte[] key = Arrays.copyOf(prefix, prefix.length + length);
    System.arraycopy(rest, offset(index), key, prefix.length, length);
    return Key.wrap(key);
  }

  /** Returns the bytes of memory of the list. */
  public long memoryBytes() {
    long offsetBytes = offsets == null ? 0 : (long) Integer.BYTES * offsets.length;
    return prefix.length + rest.length + offsetBytes;
  }

  boolean contains(byte[] key) {
    int low = 0;
    int high = count();
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = compare(middle, key);
      if (order == 0) {
        return true;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return false;
  }

  private int compare(int index, byte[] key) {
    int common = Math.min(prefix.length, key.length);
    int order = Arrays.compareUnsigned(prefix, 0, prefix.length, key, 0, common);
    return order != 0
        ? order
        : Arrays.compareUnsigned(
            rest, offset(index), offset(index + 1), key, prefix.length, key.length);
  }

  /** Returns the order of a key of the list and one in native memory. */
  private int compare(int index, long address, int length) {
    int common = Math.min(prefix.length, length);
    int order = -NativeMemory.compareUnsigned(address, common, prefix);
    return order != 0
        ? order
        : -NativeMemory.compareUnsigned(
            address + common, length - common, rest, offset(index), offset(index + 1));
  }

  /**
   * Returns the index of a key in native memory; if the list does not contain it, {@code -index -
   * 1} of the first key above it.
   *
   * @param near index near which the search begins
   */
  int find(long address, int length, int near) {
    int at = Math.min(near, count() - 1);
    int order = compare(at, address, length);
    if (order == 0) {
      return at;
    }
    return order < 0 ? findAbove(at + 1, address, length) : findBelow(at, address, length);
  }

  private int findAbove(int from, long address, int length) {
    int low = from;
    for (int step = 1; low < count(); step *= 2) {
      int probe = Math.min(low + step - 1, count() - 1);
      int order = compare(probe, address, length);
      if (order == 0) {
        return probe;
      }
      if (order > 0) {
        return findBetween(low, probe, address, length);
      }
      low = probe + 1;
    }
    return -count() - 1;
  }

  private int findBelow(int to, long address, int length) {
    int high = to;
    for (int step = 1; high > 0; step *= 2) {
      int probe = Math.max(high - step, 0);
      int order = compare(probe, address, length);
      if (order == 0) {
        return probe;
      }
      if (order < 0) {
        return findBetween(probe + 1, high, address, length);
      }
      high = probe;
    }
    return -1;
  }

  private int findBetween(int from, int to, long address, int length) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      int order = compare(middle, address, length);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return -low - 1;
  }

  /** Returns the bytes of the encoded list. */
  int encodedBytes() {
    return COUNTS_BYTES + prefix.length + Short.BYTES * count() + rest.length;
  }

  /** Writes the encoded list to a little-endian buffer. */
  void encode(ByteBuffer target) {
    target.putInt(count()).putInt(prefix.length).put(prefix);
    for (int i = 0; i < count(); i++) {
      target.putShort((short) (offset(i + 1) - offset(i)));
    }
    target.put(rest);
  }

  /** Returns the list in the rest of a little-endian buffer. */
  static KeyList decode(ByteBuffer source) {
    int count = source.remaining() < COUNTS_BYTES ? 0 : source.getInt();
    int prefixLength = count < 1 ? 0 : source.getInt();
    if (count < 1
        || prefixLength < 0
        || prefixLength + (long) Short.BYTES * count > source.remaining()) {
      throw damaged();
    }
    byte[] prefix = new byte[prefixLength];
    source.get(prefix);
    int[] offsets = new int[count + 1];
    for (int i = 0; i < count; i++) {
      offsets[i + 1] = Math.addExact(offsets[i], Short.toUnsignedInt(source.getShort()));
    }
    if (offsets[count] != source.remaining()) {
      throw damaged();
    }
    byte[] rest = new byte[source.remaining()];
    source.get(rest);
    return new KeyList(prefix, rest, offsets);
  }

  private static ColonnadeException damaged() {
    return new ColonnadeException(ErrorCode.STORE_CORRUPT, "list of deleted keys is damaged");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof KeyList list
        && Arrays.equals(prefix, list.prefix)
        && Arrays.equals(offsets, list.offsets)
        && Arrays.equals(rest, list.rest);
  }

  @Override
  public int hashCode() {
    return 31 * Arrays.hashCode(prefix) + Arrays.hashCode(rest);
  }

  @Override
  public String toString() {
    return "KeyList[count=%d first=%s]".formatted(count(), key(0));
  }

  /** Search of keys that are mostly in ascending order. One thread. */
  public static final class Search {
    /** Null for all keys. */
    private final @Nullable KeyList keys;

    private int near;

    Search(@Nullable KeyList keys) {
      this.keys = keys;
    }

    /** Returns whether the keys contain one in native memory. */
    public boolean contains(long address, int length) {
      if (keys == null) {
        return true;
      }
      int found = keys.find(address, length, near);
      near = found < 0 ? -found - 1 : found;
      return found >= 0;
    }
  }
}
