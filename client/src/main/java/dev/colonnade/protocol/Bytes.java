package dev.colonnade.protocol;

import static java.util.Objects.requireNonNull;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * Short, immutable byte string with value equality, ordered as unsigned bytes: keys, bounds, resume
 * keys, schemas. Long byte sequences (pages, row blocks) are sent as {@link ByteBuf}.
 */
public final class Bytes implements Comparable<Bytes> {
  public static final Bytes EMPTY = new Bytes(new byte[0]);

  private final byte[] content;

  private Bytes(byte[] content) {
    this.content = content;
  }

  /** Returns a copy of {@code source}. */
  public static Bytes copyOf(byte[] source) {
    requireNonNull(source, "source is null");
    return source.length == 0 ? EMPTY : new Bytes(source.clone());
  }

  /** Reads {@code byteCount} bytes from {@code source} and advances its reader index past them. */
  public static Bytes readFrom(ByteBuf source, int byteCount) {
    if (byteCount == 0) {
      return EMPTY;
    }
    byte[] content = new byte[byteCount];
    source.readBytes(content);
    return new Bytes(content);
  }

  /** Returns a copy of the readable bytes of {@code source}, whose indexes do not change. */
  public static Bytes copyOf(ByteBuf source) {
    return readFrom(source.duplicate(), source.readableBytes());
  }

  /** Returns the bytes that {@code hex} denotes in hexadecimal; spaces are ignored. */
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
