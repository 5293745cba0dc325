package dev.colonnade.key;

import static java.util.Objects.requireNonNull;

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

  @Override
  public int hashCode() {
    return isInfinity() ? -1 : Arrays.hashCode(bytes);
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
