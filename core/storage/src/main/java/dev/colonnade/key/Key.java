package dev.colonnade.key;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Immutable byte string in lexicographic order of its unsigned bytes; a prefix sorts before its
 * extensions.
 *
 * <p>{@link #INFINITY} sorts above all finite keys and has no bytes: it is the end of a {@link
 * KeySpan} without an upper bound.
 */
public final class Key implements Comparable<Key> {
  /** The smallest key: no bytes. */
  public static final Key EMPTY = new Key(new byte[0]);

  /** Sorts above every other key. A call of {@link #bytes} on it is an error. */
  public static final Key INFINITY = new Key(new byte[0]);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Multiplier of Fibonacci hashing, odd: 2 to the 64th divided by the golden ratio. */
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

  private final byte[] bytes;

  private Key(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns a key holding a copy of {@code bytes}. */
  public static Key of(byte[] bytes) {
    return new Key(requireNonNull(bytes, "bytes is null").clone());
  }

  /**
   * Returns a key that takes ownership of {@code bytes}: the caller must not change the array
   * again.
   */
  public static Key wrap(byte[] bytes) {
    return new Key(requireNonNull(bytes, "bytes is null"));
  }

  /** Returns the key's own array, not a copy: it must not be changed. */
  public byte[] bytes() {
    requireFinite();
    return bytes;
  }

  /** Returns the number of bytes. */
  public int length() {
    requireFinite();
    return bytes.length;
  }

  /** Returns whether this is {@link #INFINITY}. */
  @SuppressWarnings("ReferenceEquality") // there is one infinity
  public boolean isInfinity() {
    return this == INFINITY;
  }

  /** Returns whether this key begins with the bytes of {@code prefix}; infinity has no prefix. */
  public boolean startsWith(Key prefix) {
    if (isInfinity() || prefix.isInfinity()) {
      return false;
    }
    int length = prefix.bytes.length;
    return length <= bytes.length && Arrays.equals(bytes, 0, length, prefix.bytes, 0, length);
  }

  /** Returns the smallest key above this one: one zero byte appended. */
  public Key successor() {
    requireFinite();
    return new Key(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /**
   * Returns the smallest key above every key that begins with this one; {@link #INFINITY} if there
   * is none, that is, if this key is empty or all its bytes are 0xFF.
   */
  public Key prefixEnd() {
    requireFinite();
    for (int last = bytes.length - 1; last >= 0; last--) {
      if (bytes[last] != (byte) 0xFF) {
        byte[] end = Arrays.copyOf(bytes, last + 1);
        end[last]++;
        return new Key(end);
      }
    }
    return INFINITY;
  }

  /** Returns the smaller of two keys. */
  public static Key min(Key left, Key right) {
    return left.compareTo(right) <= 0 ? left : right;
  }

  /** Returns the greater of two keys. */
  public static Key max(Key left, Key right) {
    return left.compareTo(right) >= 0 ? left : right;
  }

  @Override
  public int compareTo(Key other) {
    if (isInfinity() || other.isInfinity()) {
      return Boolean.compare(isInfinity(), other.isInfinity());
    }
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key that
        && isInfinity() == that.isInfinity()
        && Arrays.equals(bytes, that.bytes);
  }

  /**
   * Returns a hash that spreads keys which differ in their last bytes only, such as consecutive
   * numbers; {@link Arrays#hashCode(byte[])} maps about twenty such keys to the same hash.
   */
  @Override
  public int hashCode() {
    if (isInfinity()) {
      return -1;
    }
    long hash = bytes.length;
    int at = 0;
    for (; at + Long.BYTES <= bytes.length; at += Long.BYTES) {
      hash = mixed(hash, (long) LONGS.get(bytes, at));
    }
    long rest = 0;
    for (; at < bytes.length; at++) {
      rest = rest << Byte.SIZE | (bytes[at] & 0xFF);
    }
    hash = mixed(hash, rest);
    return (int) (hash ^ hash >>> Integer.SIZE);
  }

  private static long mixed(long hash, long bits) {
    long mixed = (hash ^ bits) * HASH_FACTOR;
    return mixed ^ mixed >>> Integer.SIZE;
  }

  /** Returns the bytes in hexadecimal, as in {@code 0x01ff}. */
  @Override
  public String toString() {
    return isInfinity() ? "infinity" : "0x" + HexFormat.of().formatHex(bytes);
  }

  private void requireFinite() {
    if (isInfinity()) {
      throw new IllegalStateException("infinity has no bytes");
    }
  }
}
