package dev.colonnade.protocol;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A short, immutable run of bytes with value equality, ordered as unsigned bytes: keys, bounds,
 * resume keys, schemas. Long ones (pages, blocks of rows) travel as {@link ByteBuf}.
 */
public final class Bytes implements Comparable<Bytes> {
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** A copy of {@code source}. */
  public static Bytes copyOf(byte[] source) {
    requireNonNull(source, "source is null");
    return source.length == 0 ? EMPTY : new Bytes(source.clone());
  }

  /** Takes {@code byteCount} bytes out of {@code source} and moves its reader index past them. */
  public static Bytes readFrom(ByteBuf source, int byteCount) {
    if (byteCount == 0) {
      return EMPTY;
    }
    byte[] content = new byte[byteCount];
    source.readBytes(content);
    return new Bytes(content);
  }

  /** A copy of what is readable in {@code source}, which is left as it was. */
  public static Bytes copyOf(ByteBuf source) {
    return readFrom(source.duplicate(), source.readableBytes());
  }

  /** The bytes that {@code hex} spells; spaces are ignored. */
  public static Bytes ofHex(String hex) {
    return new Bytes(HexFormat.of().parseHex(hex.replace(" ", "")));
  }

  public int length() {
    return content.length;
  }

  public boolean isEmpty() {
    return content.length == 0;
  }

  public byte at(int index) {
    return content[index];
  }

  public byte[] toArray() {
    return content.clone();
  }

  /** Appends the bytes to {@code target}. */
  public void writeTo(ByteBuf target) {
    target.writeBytes(content);
  }

  @Override
  public int compareTo(Bytes other) {
    return Arrays.compareUnsigned(content, other.content);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes that && Arrays.equals(content, that.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(content);
  }
}
