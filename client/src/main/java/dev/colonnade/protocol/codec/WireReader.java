package dev.colonnade.protocol.codec;

import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.ProtocolLimits;
import dev.colonnade.protocol.WireCode;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Decoder of the fields of one message. It rejects fields that are truncated or exceed a limit. */
final class WireReader {
  private static final int VARINT_BYTES_MAX = 5;

  private final ByteBuf in;
  private final ProtocolLimits limits;
  private int itemsLeft;

  WireReader(ByteBuf in, ProtocolLimits limits) {
    this.in = in;
    this.limits = limits;
    this.itemsLeft = limits.itemsMax();
  }

  int readU8(String field) {
    requireReadable(Byte.BYTES, field);
    return in.readUnsignedByte();
  }

  int readU16(String field) {
    requireReadable(Short.BYTES, field);
    return in.readUnsignedShortLE();
  }

  int readI32(String field) {
    requireReadable(Integer.BYTES, field);
    return in.readIntLE();
  }

  long readI64(String field) {
    requireReadable(Long.BYTES, field);
    return in.readLongLE();
  }

  boolean readBoolean(String field) {
    int value = readU8(field);
    if (value > 1) {
      throw ProtocolException.malformed(field + " must be 0 or 1: value=" + value);
    }
    return value == 1;
  }

  /** Reads a non-negative int of seven bits per byte, lowest first. */
  int readVarint(String field) {
    long value = 0;
    for (int i = 0; i < VARINT_BYTES_MAX; i++) {
      int next = readU8(field);
      value |= (long) (next & 0x7F) << (7 * i);
      if (next < 0x80) {
        return requireInt(value, field);
      }
    }
    throw ProtocolException.malformed(field + " is longer than " + VARINT_BYTES_MAX + " bytes");
  }

  /** Reads one of {@code values} by its code. */
  <E extends WireCode> E readCode(E[] values, String field) {
    int code = readU8(field);
    for (E value : values) {
      if (value.code() == code) {
        return value;
      }
    }
    throw ProtocolException.malformed(field + " is unknown: value=" + code);
  }

  String readText(String field) {
    int byteCount = readVarint(field);
    if (byteCount > limits.textBytesMax()) {
      throw ProtocolException.limit(field + ".bytes", byteCount, limits.textBytesMax());
    }
    requireReadable(byteCount, field);
    return readUtf8(byteCount, field);
  }

  private String readUtf8(int byteCount, String field) {
    if (!ByteBufUtil.isText(in, in.readerIndex(), byteCount, StandardCharsets.UTF_8)) {
      throw ProtocolException.malformed(field + " is not UTF-8");
    }
    return in.readCharSequence(byteCount, StandardCharsets.UTF_8).toString();
  }

  /** Reads a text that only the frame length limits, such as a statement. */
  String readLongText(String field) {
    int byteCount = readVarint(field);
    requireReadable(byteCount, field);
    return readUtf8(byteCount, field);
  }

  /** Reads a resume key. */
  Bytes readResume(String field) {
    return readBytes(limits.resumeBytesMax(), field);
  }

  /** Reads a key or a bound. */
  Bytes readKey(String field) {
    return readBytes(limits.keyBytesMax(), field);
  }

  /** Reads bytes that only the frame length limits. */
  Bytes readBytes(String field) {
    return readBytes(limits.frameBytesMax(), field);
  }

  byte[] readRaw(int byteCount, String field) {
    requireReadable(byteCount, field);
    byte[] raw = new byte[byteCount];
    in.readBytes(raw);
    return raw;
  }

  /** Reads a list whose elements have at least one byte each. */
  <T> List<T> readList(String field, Function<WireReader, T> readElement) {
    int count = readCount(field);
    List<T> elements = new ArrayList<>(Math.min(count, in.readableBytes()));
    for (int i = 0; i < count; i++) {
      elements.add(readElement.apply(this));
    }
    return elements;
  }

  List<Integer> readColumnIds(String field) {
    List<Integer> columnIds = readList(field, reader -> reader.readVarint(field));
    requireColumnCount(columnIds.size(), field);
    return columnIds;
  }

  void requireColumnCount(int count, String field) {
    if (count > limits.columnsMax()) {
      throw ProtocolException.limit(field + ".count", count, limits.columnsMax());
    }
  }

  void requireItemCount(int count, String field) {
    if (count > limits.itemsMax()) {
      throw ProtocolException.limit(field, count, limits.itemsMax());
    }
  }

  public int readableBytes() {
    return in.readableBytes();
  }

  /**
   * Returns the remaining bytes as a slice that shares the frame's memory and has its own
   * reference.
   */
  ByteBuf readRest() {
    return in.readRetainedSlice(in.readableBytes());
  }

  void requireEnd() {
    if (in.isReadable()) {
      throw ProtocolException.malformed(
          "unexpected bytes after the message: byteCount=" + in.readableBytes());
    }
  }

  private int readCount(String field) {
    int count = readVarint(field);
    if (count > itemsLeft) {
      throw ProtocolException.limit(field + ".count", count, itemsLeft);
    }
    if (count > in.readableBytes()) {
      throw cutOff(field, count);
    }
    itemsLeft -= count;
    return count;
  }

  private Bytes readBytes(int bytesMax, String field) {
    int byteCount = readVarint(field);
    if (byteCount > bytesMax) {
      throw ProtocolException.limit(field + ".bytes", byteCount, bytesMax);
    }
    requireReadable(byteCount, field);
    return Bytes.readFrom(in, byteCount);
  }

  private void requireReadable(int byteCount, String field) {
    if (in.readableBytes() < byteCount) {
      throw cutOff(field, byteCount);
    }
  }

  private ProtocolException cutOff(String field, int byteCount) {
    return ProtocolException.malformed(
        field + " is truncated: needed=" + byteCount + " readable=" + in.readableBytes());
  }

  private static int requireInt(long value, String field) {
    if (value > Integer.MAX_VALUE) {
      throw ProtocolException.malformed(field + " is too large: value=" + value);
    }
    return (int) value;
  }
}
