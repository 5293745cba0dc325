package dev.colonnade.server.parquet.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Writer of a struct in the compact protocol of Thrift. Fields are written in ascending order. One
 * thread.
 */
public final class ThriftWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Deque<Integer> outerFields = new ArrayDeque<>();
  private int lastField;

  public void writeInt(int field, int value) {
    header(field, ThriftLayout.INT32);
    zigzag(value);
  }

  public void writeLong(int field, long value) {
    header(field, ThriftLayout.INT64);
    zigzag(value);
  }

  public void writeByte(int field, int value) {
    header(field, ThriftLayout.BYTE);
    out.write(value);
  }

  public void writeBoolean(int field, boolean value) {
    header(field, value ? ThriftLayout.TRUE : ThriftLayout.FALSE);
  }

  public void writeText(int field, String value) {
    writeBytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  public void writeBytes(int field, byte[] value) {
    header(field, ThriftLayout.BINARY);
    bytes(value);
  }

  /** Writes a struct without fields. */
  public void writeEmpty(int field) {
    beginStruct(field);
    endStruct();
  }

  public void beginStruct(int field) {
    header(field, ThriftLayout.STRUCT);
    beginElement();
  }

  /** Begins a struct that is an element of a list. */
  public void beginElement() {
    outerFields.push(lastField);
    lastField = 0;
  }

  /** Ends a struct; the outermost one, too, which has no beginning. */
  public void endStruct() {
    out.write(ThriftLayout.STOP);
    lastField = outerFields.isEmpty() ? 0 : outerFields.pop();
  }

  /** Begins a list, whose elements follow. */
  public void beginStructs(int field, int count) {
    beginList(field, ThriftLayout.STRUCT, count);
  }

  public void writeInts(int field, int... values) {
    beginList(field, ThriftLayout.INT32, values.length);
    for (int value : values) {
      zigzag(value);
    }
  }

  public void writeTexts(int field, String... values) {
    beginList(field, ThriftLayout.BINARY, values.length);
    for (String value : values) {
      bytes(value.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Returns what was written. */
  public byte[] toByteArray() {
    return out.toByteArray();
  }

  private void beginList(int field, int type, int count) {
    header(field, ThriftLayout.LIST);
    if (count < ThriftLayout.LONG_LIST) {
      out.write(count << ThriftLayout.TYPE_BITS | type);
    } else {
      out.write(ThriftLayout.LONG_LIST << ThriftLayout.TYPE_BITS | type);
      varint(count);
    }
  }

  private void header(int field, int type) {
    int delta = field - lastField;
    assert delta > 0 && delta < ThriftLayout.LONG_LIST : "field=" + field;
    out.write(delta << ThriftLayout.TYPE_BITS | type);
    lastField = field;
  }

  private void bytes(byte[] value) {
    varint(value.length);
    out.writeBytes(value);
  }

  private void zigzag(long value) {
    varint(value << 1 ^ value >> (Long.SIZE - 1));
  }

  private void varint(long value) {
    long rest = value;
    while ((rest & ~ThriftLayout.VARINT_MASK) != 0) {
      out.write((int) (rest & ThriftLayout.VARINT_MASK) | ThriftLayout.VARINT_MORE);
      rest >>>= ThriftLayout.VARINT_BITS;
    }
    out.write((int) rest);
  }
}
