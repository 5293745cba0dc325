package dev.colonnade.server.parquet.format;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Reader of the compact protocol of Thrift from an array. No length or count in the bytes makes it
 * allocate more than they contain. One thread.
 *
 * <p>A caller reads the fields of a struct in a loop of {@link #nextField}, and either reads or
 * skips the value of each.
 */
public final class ThriftReader {
  private static final int DEPTH_MAX = 32;

  private final byte[] bytes;
  private final int limit;
  private final Deque<Integer> outerFields = new ArrayDeque<>();
  private int position;
  private int field;
  private int type;

  /** Reading went beyond the end of the array. */
  public static final class EndException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    EndException() {
      super("the end of the bytes is reached", null, false, false);
    }
  }

  public ThriftReader(byte[] bytes, int limit) {
    this.bytes = bytes;
    this.limit = limit;
  }

  public int position() {
    return position;
  }

  /** Continues elsewhere, at an element of a list. */
  public void position(int newPosition) {
    position = newPosition;
    outerFields.clear();
    field = 0;
  }

  /** Returns the number of the next field of the struct; 0 at its end. */
  public int nextField() {
    int header = next();
    type = header & ThriftLayout.TYPE_MASK;
    if (type == ThriftLayout.STOP) {
      return 0;
    }
    int delta = header >>> ThriftLayout.TYPE_BITS;
    field = delta == 0 ? (int) zigzag() : field + delta;
    if (field <= 0) {
      throw ParquetErrors.malformed("invalid field number in the metadata");
    }
    return field;
  }

  public int readInt() {
    long value = readLong();
    if (value != (int) value) {
      throw ParquetErrors.malformed("a number in the metadata is too large");
    }
    return (int) value;
  }

  public long readLong() {
    if (type != ThriftLayout.INT16 && type != ThriftLayout.INT32 && type != ThriftLayout.INT64) {
      throw unexpected();
    }
    return zigzag();
  }

  public int readByte() {
    if (type != ThriftLayout.BYTE) {
      throw unexpected();
    }
    return (byte) next();
  }

  public boolean readBoolean() {
    if (type != ThriftLayout.TRUE && type != ThriftLayout.FALSE) {
      throw unexpected();
    }
    return type == ThriftLayout.TRUE;
  }

  public String readText() {
    if (type != ThriftLayout.BINARY) {
      throw unexpected();
    }
    int length = length();
    String text = new String(bytes, position, length, StandardCharsets.UTF_8);
    position += length;
    return text;
  }

  /** Enters the struct that is the value of the field. */
  public void beginStruct() {
    if (type != ThriftLayout.STRUCT) {
      throw unexpected();
    }
    enter();
  }

  /** Leaves a struct, after its last field. */
  public void endStruct() {
    field = outerFields.pop();
  }

  private void enter() {
    if (outerFields.size() == DEPTH_MAX) {
      throw ParquetErrors.malformed("the metadata are nested too deeply");
    }
    outerFields.push(field);
    field = 0;
  }

  /** Returns the number of elements of the list of structs that is the value of the field. */
  public int beginStructs() {
    if (type != ThriftLayout.LIST) {
      throw unexpected();
    }
    int count = listHeader();
    if (count > 0 && type != ThriftLayout.STRUCT) {
      throw unexpected();
    }
    return count;
  }

  /** Enters the next element of a list of structs. */
  public void beginElement() {
    enter();
  }

  /** Skips the value of the field. */
  public void skip() {
    skip(type, 0);
  }

  /** Skips an element of a list of structs. */
  public void skipElement() {
    skip(ThriftLayout.STRUCT, 0);
  }

  private void skip(int skipped, int depth) {
    if (depth > DEPTH_MAX) {
      throw ParquetErrors.malformed("the metadata are nested too deeply");
    }
    switch (skipped) {
      case ThriftLayout.TRUE, ThriftLayout.FALSE -> {}
      case ThriftLayout.BYTE -> next();
      case ThriftLayout.INT16, ThriftLayout.INT32, ThriftLayout.INT64 -> varint();
      case ThriftLayout.DOUBLE -> advance(Double.BYTES);
      case ThriftLayout.BINARY -> advance(length());
      case ThriftLayout.LIST, ThriftLayout.SET -> skipList(depth);
      case ThriftLayout.STRUCT -> skipStruct(depth);
      default -> throw ParquetErrors.malformed("unknown type in the metadata: " + skipped);
    }
  }

  private void skipList(int depth) {
    int count = listHeader();
    int element = type;
    for (int i = 0; i < count; i++) {
      if (element == ThriftLayout.TRUE || element == ThriftLayout.FALSE) {
        next(); // a boolean in a list has a byte of its own
      } else {
        skip(element, depth + 1);
      }
    }
  }

  private void skipStruct(int depth) {
    int outer = field;
    field = 0;
    while (nextField() != 0) {
      skip(type, depth + 1);
    }
    field = outer;
  }

  private int listHeader() {
    int header = next();
    type = header & ThriftLayout.TYPE_MASK;
    int count = header >>> ThriftLayout.TYPE_BITS;
    return count == ThriftLayout.LONG_LIST ? length() : count;
  }

  /** Reads a length or count: each element has at least one byte. */
  private int length() {
    long length = varint();
    if (length < 0 || length > limit - position) {
      throw new EndException();
    }
    return (int) length;
  }

  private void advance(int count) {
    if (count > limit - position) {
      throw new EndException();
    }
    position += count;
  }

  private long zigzag() {
    long value = varint();
    return value >>> 1 ^ -(value & 1);
  }

  private long varint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += ThriftLayout.VARINT_BITS) {
      int next = next();
      value |= (long) (next & ThriftLayout.VARINT_MASK) << shift;
      if ((next & ThriftLayout.VARINT_MORE) == 0) {
        return value;
      }
    }
    throw ParquetErrors.malformed("a number in the metadata is too long");
  }

  private int next() {
    if (position >= limit) {
      throw new EndException();
    }
    return bytes[position++] & 0xff;
  }

  private static RuntimeException unexpected() {
    return ParquetErrors.malformed("a field of the metadata has another type than expected");
  }
}
