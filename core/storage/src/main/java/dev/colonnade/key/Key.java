package dev.colonnade.key;

import static java.util.Objects.requireNonNull;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * An immutable byte string that sorts by its bytes taken as unsigned numbers; a prefix sorts before
 * what it begins.
 *
 * <p>Besides the finite keys there is {@link #INFINITY}, which sorts above all of them and has no
 * bytes: it stands for the open end of a {@link KeySpan}.
 */
public final class Key implements Comparable<Key> {
  /** The smallest key: no bytes. */
  public static final Key EMPTY = new Key(new byte[0]);

  /** Sorts above every other key. Asking for its bytes is an error. */
  public static final Key INFINITY = new Key(new byte[0]);

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** An odd number without a pattern: 2 to the 64th by the golden ratio. */
  private static final long HASH_FACTOR = 0x9E3779B97F4A7C15L;

  private final byte[] bytes;

  private Key(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A key holding a copy of {@code bytes}. */
  public static Key of(byte[] bytes) {
    return new Key(requireNonNull(bytes, "bytes is null").clone());
  }

  /** A key that takes over {@code bytes}: the caller never changes the array again. */
  public static Key wrap(byte[] bytes) {
    return new Key(requireNonNull(bytes, "bytes is null"));
  }

  /** The key's own array, not a copy: it must not be changed. */
  public byte[] bytes() {
    requireFinite();
    return bytes;
  }

  /** Number of bytes. */
  public int length() {
    requireFinite();
    return bytes.length;
  }

  /** Whether this is {@link #INFINITY}. */
  @SuppressWarnings("ReferenceEquality") // there is one infinity
  public boolean isInfinity() {
    return this == INFINITY;
  }

  /** Whether this key begins with the bytes of {@code prefix}; infinity begins with nothing. */
  public boolean startsWith(Key prefix) {
    if (isInfinity() || prefix.isInfinity()) {
      return false;
    }
    int length = prefix.bytes.length;
    return length <= bytes.length && Arrays.equals(bytes, 0, length, prefix.bytes, 0, length);
  }

  /** The smallest key above this one: one zero byte appended. */
  public Key successor() {
    requireFinite();
    return new Key(Arrays.copyOf(bytes, bytes.length + 1));
  }

  /**
   * The smallest key above every key that begins with this one; {@link #INFINITY} if there is none,
   * that is, if this key is empty or all its bytes are 0xFF.
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

  /** The smaller of two keys. */
  public static Key min(Key left, Key right) {
    return left.compareTo(right) <= 0 ? left : right;
  }

  /** The greater of two keys. */
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
   * Spreads keys that differ in their last bytes only, as numbers one after the other do, which
   * {@link Arrays#hashCode(byte[])} gives some twenty keys a hash in common.
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

  /** The bytes in hexadecimal, as in {@code 0x01ff}. */
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
