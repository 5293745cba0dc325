package dev.colonnade.sql.type;

import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Immutable sequence of bytes: the internal representation of {@code bytea}. */
public final class Bytes implements Comparable<Bytes> {
  /** No bytes. */
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] bytes;

  private Bytes(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Returns a copy of an array. */
  public static Bytes of(byte[] bytes) {
    return bytes.length == 0 ? EMPTY : new Bytes(bytes.clone());
  }

  /** Returns the number of bytes. */
  public int length() {
    return bytes.length;
  }

  /** Returns the byte at an index, from 0. */
  public byte at(int index) {
    return bytes[index];
  }

  /** Returns the bytes from an index to before another, both from 0. */
  public Bytes slice(int from, int to) {
    return from == to ? EMPTY : new Bytes(Arrays.copyOfRange(bytes, from, to));
  }

  /** Returns these bytes with others behind them. */
  public Bytes concat(Bytes other) {
    byte[] both = Arrays.copyOf(bytes, Math.addExact(bytes.length, other.bytes.length));
    System.arraycopy(other.bytes, 0, both, bytes.length, other.bytes.length);
    return new Bytes(both);
  }

  /** Returns a copy as an array. */
  public byte[] toArray() {
    return bytes.clone();
  }

  /** Compares unsigned bytes from the first on; a prefix is less. */
  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(bytes, other.bytes);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Bytes that && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the bytes in hexadecimal digits. */
  @Override
  public String toString() {
    return HexFormat.of().formatHex(bytes);
  }
}
